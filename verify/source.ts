import { constants } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A source of public files: a site, or a folder with the same layout. Both return null for a file that does not exist, and
 * refuse one of more bytes than its reader allows; unless told otherwise, that is what a note or a JSON file may have.
 */
export type Source = {
  readonly name: string
  readonly read: (path: string, mostBytes?: number) => Promise<string | null>
  readonly readBytes: (path: string, mostBytes?: number) => Promise<Uint8Array | null>
}

const mostBytesOfText = 1024 * 1024

/** For the bets of a draw and the leaves of what the house owes: as much as one text can hold. */
export const mostBytesOfList = constants.MAX_STRING_LENGTH

/** The input cannot be read or makes no sense; this says nothing about any draw. */
export class Unreadable extends Error {}

/** Nobody answered. */
export class Unreachable extends Unreadable {}

/** For a promise: that something could not be read, as a value. */
export function unreadable(cause: unknown): Unreadable {
  if (cause instanceof Unreadable) return cause
  throw cause
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

/** A site that says nothing for this long is taken for one that is away. */
const silenceMs = 30_000

export function openSource(place: string, limits = { silenceMs }): Source {
  const [name, readFrom] = isUrl(place) ? siteFiles(place, limits) : folderFiles(place)
  const readBytes: Source['readBytes'] = (path, mostBytes = mostBytesOfText) => readFrom(path, mostBytes)
  const read: Source['read'] = async (...asked) => {
    const bytes = await readBytes(...asked)
    return bytes && Buffer.from(bytes).toString('utf8')
  }
  return { name, read, readBytes }
}

type Files = readonly [name: string, readFrom: (path: string, mostBytes: number) => Promise<Uint8Array | null>]

const mostMs = 10 * 60_000

function siteFiles(address: string, limits: { readonly silenceMs: number }): Files {
  const base = address.replace(/\/+$/, '')
  const ask = async (path: string, mostBytes: number) => {
    // A large file may take long, as long as it comes.
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), limits.silenceMs)
    try {
      const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(mostMs)])
      const answer = await fetch(`${base}/${path}`, { signal })
      const onPart = () => void timer.refresh()
      if (answer.ok) return { status: 200, bytes: await bytesOf(answer, { mostBytes, onPart }) }
      // A body that nobody reads would occupy the connection.
      await answer.body?.cancel()
      return { status: answer.status, bytes: null }
    } finally {
      clearTimeout(timer)
    }
  }
  return [
    base,
    async (path, mostBytes) => {
      // One retry: while a whole day is checked, the server may close the idle keep-alive connection.
      const { status, bytes } = await ask(path, mostBytes)
        .catch(() => ask(path, mostBytes))
        .catch((cause: unknown) => {
          throw new Unreachable(`${base}/${path} cannot be reached`, { cause })
        })
      if (status === 200 && !bytes) throw tooLarge(`${base}/${path}`, mostBytes)
      if (status !== 404 && !bytes) throw new Unreadable(`${base}/${path} answers ${status}`)
      return bytes
    },
  ]
}

const tooLarge = (name: string, mostBytes: number) => new Unreadable(`${name} has more than ${mostBytes} bytes`)

type Bounds = { readonly mostBytes: number; readonly onPart: () => void }

/** Null where there are more bytes than allowed; the rest of them is not taken. */
async function bytesOf({ body }: Response, { mostBytes, onPart }: Bounds): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    onPart()
    size += part.length
    if (size > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function folderFiles(folder: string): Files {
  return [
    folder,
    async (path, mostBytes) => {
      const file = join(folder, path)
      try {
        if ((await stat(file)).size <= mostBytes) return await readFile(file)
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw new Unreadable(`${file} cannot be read`, { cause })
      }
      throw tooLarge(file, mostBytes)
    },
  ]
}

/** The bytes of a file that somebody named. */
export function readBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: Error) => {
    throw new Unreadable(`${file} cannot be read: ${cause.message}`, { cause })
  })
}

export const readText = async (file: string) => (await readBytes(file)).toString('utf8')

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unreadable(`${name} is not JSON`, { cause })
  }
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
