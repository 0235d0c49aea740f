import { hkdfSync } from 'node:crypto'
import { inspect } from 'node:util'

/** A configured value that does not print: `reveal()` is the one way to it, and easy to search for. */
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

/** A key for one use, from which neither the secret nor the key of another use can be found. */
export function deriveKey(secret: Secret, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), '', `clearball ${use}`, 32))
}
