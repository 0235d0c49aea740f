import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A source of public files: a site, or a folder with the same layout. Both return null for a file that does not exist. */
export type Source = {
  readonly name: string
  readonly read: (path: string) => Promise<string | null>
  readonly readBytes: (path: string) => Promise<Uint8Array | null>
}

/** The input cannot be read or makes no sense; this says nothing about any draw. */
export class Unreadable extends Error {}

export function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

/** A site that says nothing for this long is taken for one that is away. */
const silenceMs = 30_000

export function openSource(place: string, limits = { silenceMs }): Source {
  const [name, readBytes] = isUrl(place) ? siteFiles(place, limits) : folderFiles(place)
  const read = async (path: string) => {
    const bytes = await readBytes(path)
    return bytes && Buffer.from(bytes).toString('utf8')
  }
  return { name, read, readBytes }
}

type Files = readonly [name: string, readBytes: Source['readBytes']]

/** The longest text that can be held is a little shorter; the bets of a draw are the longest file. */
const mostBytes = 512 * 1024 * 1024
const mostMs = 10 * 60_000

function siteFiles(address: string, limits: { readonly silenceMs: number }): Files {
  const base = address.replace(/\/+$/, '')
  const ask = async (path: string) => {
    // A large file may take long, as long as it comes.
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), limits.silenceMs)
    try {
      const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(mostMs)])
      const answer = await fetch(`${base}/${path}`, { signal })
      if (answer.ok) return { status: 200, bytes: await bytesOf(answer, () => timer.refresh()) }
      // A body that nobody reads would occupy the connection.
      await answer.body?.cancel()
      return { status: answer.status, bytes: null }
    } finally {
      clearTimeout(timer)
    }
  }
  return [
    base,
    async (path) => {
      // One retry: while a whole day is checked, the server may close the idle keep-alive connection.
      const { status, bytes } = await ask(path)
        .catch(() => ask(path))
        .catch((cause: unknown) => {
          throw new Unreadable(`${base}/${path} cannot be reached`, { cause })
        })
      if (status !== 404 && !bytes) throw new Unreadable(`${base}/${path} answers ${status}`)
      return bytes
    },
  ]
}

async function bytesOf({ body }: Response, onPart: () => void): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    onPart()
    size += part.length
    if (size > mostBytes) throw new Error('the file is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function folderFiles(folder: string): Files {
  return [
    folder,
    async (path) => {
      try {
        return await readFile(join(folder, path))
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw new Unreadable(`${join(folder, path)} cannot be read`, { cause })
      }
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
