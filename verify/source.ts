import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A source of public files: a site, or a folder with the same layout. `read` returns null for a file that does not exist. */
export type Source = { readonly name: string; readonly read: (path: string) => Promise<string | null> }

/** The input cannot be read or makes no sense; this says nothing about any draw. */
export class Unreadable extends Error {}

export function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

export function openSource(place: string): Source {
  return isUrl(place) ? siteSource(place) : folderSource(place)
}

function siteSource(address: string): Source {
  const base = address.replace(/\/+$/, '')
  return {
    name: base,
    read: async (path) => {
      const ask = () => fetch(`${base}/${path}`, { signal: AbortSignal.timeout(30_000) })
      // One retry: while a whole day's signatures are checked, the server may close the idle keep-alive connection.
      const answer = await ask()
        .catch(ask)
        .catch((cause: unknown) => {
          throw new Unreadable(`${base}/${path} cannot be reached`, { cause })
        })
      if (answer.status === 404) return null
      if (!answer.ok) throw new Unreadable(`${base}/${path} answers ${answer.status}`)
      return answer.text()
    },
  }
}

function folderSource(folder: string): Source {
  return {
    name: folder,
    read: async (path) => {
      try {
        return await readFile(join(folder, path), 'utf8')
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw new Unreadable(`${join(folder, path)} cannot be read`, { cause })
      }
    },
  }
}

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unreadable(`${name} is not JSON`, { cause })
  }
}

export function parseLines(text: string, name: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parseJson(line, `${name}, line ${at + 1}`))
}
