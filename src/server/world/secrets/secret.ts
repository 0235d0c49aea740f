import { hkdfSync } from 'node:crypto'
import { inspect } from 'node:util'

/** A configured value that no log or message prints. `reveal()` is the only way to read it and is easy to search for. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}

/** Derives a key for one use; it reveals neither the secret nor the key of another use. */
export function deriveKey(secret: Secret, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), '', `clearball ${use}`, 32))
}
