import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from './base64.ts'

// Signed notes as C2SP's signed-note describes them: a text, an empty line, and a signature line for each signer.

/** 1: Ed25519 over the text. 4: a witness's cosignature with the time of its clock. */
export type KeyType = 1 | 4

/** A key that signs notes, as its `vkey` line names it. */
export type NoteKey = {
  readonly name: string
  readonly id: string
  readonly type: KeyType
  readonly publicKey: Uint8Array
}

export type NoteSignature = { readonly name: string; readonly id: string; readonly bytes: Uint8Array }

/** The text ends with its last newline; it is what was signed. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] }

const dash = '\u2014'

/** More lines than anybody needs are refused before they are read. */
const mostSignatures = 64
const mostCharacters = 1_000_000

/** The first four bytes of the hash of name, type and key, in hex. */
export function keyId(name: string, type: number, publicKey: Uint8Array): string {
  const hash = sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey))
  return bytesToHex(hash.subarray(0, 4))
}

export function noteKey(name: string, type: KeyType, publicKey: Uint8Array): NoteKey {
  if (!isKeyName(name)) throw new TypeError(`not a key's name: ${name}`)
  return { name, type, publicKey, id: keyId(name, type, publicKey) }
}

/** Whether a name may stand in a signature line: not empty, no space of any kind, no plus. */
export function isKeyName(name: string): boolean {
  return name.length > 0 && !/[\s+]|\p{Surrogate}/u.test(name) && !hasControl(name)
}

export function formatKey({ name, id, type, publicKey }: NoteKey): string {
  return `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`
}

/** Reads a `vkey`; null unless it is one of a type known here and its id is its own. */
export function parseKey(text: string): NoteKey | null {
  const parts = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text)
  const bytes = parts && fromBase64(parts[3]!)
  if (!bytes || bytes.length !== 33 || !isKeyName(parts[1]!)) return null
  const type = bytes[0]
  if (type !== 1 && type !== 4) return null
  const key = noteKey(parts[1]!, type, bytes.subarray(1))
  return key.id === parts[2] ? key : null
}

export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map((each) => `${formatSignature(each)}\n`).join('')}`
}

export function formatSignature({ name, id, bytes }: NoteSignature): string {
  const hint = Uint8Array.from(id.match(/../g)!, (byte) => parseInt(byte, 16))
  return `${dash} ${name} ${toBase64(concatBytes(hint, bytes))}`
}

/** Null for anything that is not a note: no newline at the end, no empty line, a malformed signature line, control characters. */
export function parseNote(note: string): Note | null {
  if (note.length > mostCharacters || hasControl(note) || /\p{Surrogate}/u.test(note)) return null
  const split = note.lastIndexOf('\n\n')
  if (split <= 0 || !note.endsWith('\n')) return null
  const signatures = parseSignatures(note.slice(split + 2))
  return signatures && signatures.length > 0 ? { text: note.slice(0, split + 1), signatures } : null
}

/** Reads signature lines, each with its newline, as a witness answers them. */
export function parseSignatures(lines: string): NoteSignature[] | null {
  if (!lines.endsWith('\n')) return null
  const read = lines.slice(0, -1).split('\n')
  if (read.length > mostSignatures) return null
  const signatures = read.map(parseSignature)
  return signatures.includes(null) ? null : (signatures as NoteSignature[])
}

function parseSignature(line: string): NoteSignature | null {
  const [mark, name, encoded, ...rest] = line.split(' ')
  const bytes = encoded ? fromBase64(encoded) : null
  if (mark !== dash || rest.length > 0 || !name || !isKeyName(name) || !bytes || bytes.length < 5) return null
  return { name, id: bytesToHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) }
}

/** Whether an Ed25519 signature over a message holds; `signatures.ts` has one, and platforms have their own. */
export type VerifyEd25519 = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean

/** Whether one of these keys signed the text. A line that claims to be by one of them and is not spoils the note. */
export function isSignedByOneOf(note: Note, keys: readonly NoteKey[], verify: VerifyEd25519): boolean {
  const message = utf8ToBytes(note.text)
  const checked = keys.flatMap((key) =>
    signaturesBy(note, key).map(({ bytes }) => bytes.length === 64 && verify(message, bytes, key.publicKey)),
  )
  return checked.length > 0 && checked.every(Boolean)
}

/** The signatures that claim to be by a key. Lines of unknown keys are no concern of whoever reads. */
export function signaturesBy({ signatures }: Note, { name, id }: NoteKey): readonly NoteSignature[] {
  return signatures.filter((each) => each.name === name && each.id === id)
}

/** Whether a text has a control character below the space, other than a newline. */
function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 32 && text[at] !== '\n') return true
  return false
}
