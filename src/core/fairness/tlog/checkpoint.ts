import { fromBase64, toBase64 } from './base64.ts'

/** A log's state: its name, how many entries it has, and their root. Further lines are kept as they are. */
export type Checkpoint = {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  readonly extensions: readonly string[]
}

export function formatCheckpoint({
  origin,
  size,
  root,
  extensions = [],
}: Omit<Checkpoint, 'extensions'> & { extensions?: readonly string[] }): string {
  return `${[origin, String(size), toBase64(root), ...extensions].join('\n')}\n`
}

/** Reads a note's text as a checkpoint; null unless it is one. */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null
  const [origin, digits, encoded, ...extensions] = text.slice(0, -1).split('\n')
  const root = encoded === undefined ? null : fromBase64(encoded)
  const size = parseSize(digits)
  if (!origin || size === null || root?.length !== 32 || extensions.includes('')) return null
  return { origin, size, root, extensions }
}

/** A tree size or an index: decimal digits without leading zeros, as far as numbers are exact. */
export function parseSize(digits: string | undefined): number | null {
  if (digits === undefined || !/^(0|[1-9]\d{0,15})$/.test(digits)) return null
  const size = Number(digits)
  return Number.isSafeInteger(size) ? size : null
}
