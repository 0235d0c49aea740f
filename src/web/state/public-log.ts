import { type TileReader, openTiles } from '#core/fairness/tlog/tile-reader'
import { tileWidth } from '#core/fairness/tlog/tiles'

const patienceMs = 15_000
/** Files that are asked for at once. */
const together = 4

/** The files of the site's public log when it had this many records. */
export function openLog(size: number): TileReader {
  return openTiles(size, async (path) => {
    try {
      const response = await fetch(`/fair/log/${path}`, { signal: AbortSignal.timeout(patienceMs) })
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
    } catch {
      // A file that cannot be had proves nothing.
      return null
    }
  })
}

/** The records of a log from one to another, some at a time; null, and no more, where they cannot be had. */
export async function* readRecords(log: TileReader, first: number, last: number): AsyncGenerator<string[] | null> {
  const utf8 = new TextDecoder()
  const end = Math.floor(last / tileWidth) + 1
  for (let from = Math.floor(first / tileWidth); from < end; from += together) {
    const tiles = Array.from({ length: Math.min(together, end - from) }, (_, at) => log.entries(from + at))
    const read = await Promise.all(tiles)
    if (read.includes(null)) return yield null
    const start = from * tileWidth
    const asked = (read as Uint8Array[][]).flat().slice(Math.max(0, first - start), last + 1 - start)
    yield asked.map((record) => utf8.decode(record))
  }
}

/** Which hashes of an entry's proof stand to its left, lowest first: those belong to every tree that ends with the entry. */
export function leftInProof(index: number, size: number): boolean[] {
  const isLeft: boolean[] = []
  for (let [first, end] = [0, size]; end - first > 1;) {
    let half = 1
    while (half * 2 < end - first) half *= 2
    isLeft.unshift(index >= first + half)
    if (isLeft[0]) first += half
    else end = first + half
  }
  return isLeft
}

const keyPlace = 'clearball.log-key'

/** The first key of the public log that held here: the one to hold the operator to from then on. */
export const logKey = {
  get: (): string | null => localStorage.getItem(keyPlace),
  pin: (key: string): void => {
    if (!localStorage.getItem(keyPlace)) localStorage.setItem(keyPlace, key)
  },
}
