import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answers, Asked, KeptAnswer, Made } from '../../world/members/answers.ts'
import type { App } from '../../world/app.ts'
import { openVersions } from './versions.ts'

/** Enough for every answer about every game in every language, and for the tiles that a day's readers ask for. */
export const keptMost = { answers: 1_000, bytes: 32 * 1024 * 1024 }

/** A larger answer is made anew for each request: it would displace too many others. */
const answerMostBytes = 2 * 1024 * 1024

type Kept = {
  readonly version: string
  /** When it was made, and the first instant at which time alone changes it. */
  readonly fromMs: number
  readonly untilMs: number
  readonly answer: KeptAnswer
}
type Making = { readonly version: string; readonly made: Promise<Kept | null> }

/**
 * Opens the memory of answers. Each request first reads the version of what its answer is made from, so what was committed before the
 * request, on whatever node, is in its answer. The version is read before the answer is made: an answer may be newer than its version,
 * and is then made again, but never older.
 */
export function openAnswers({ db, clock }: Pick<App, 'db' | 'clock'>): Answers {
  const readVersion = openVersions(db)
  const shelf = openShelf()
  const making = new Map<string, Making>()
  const make = async (asked: Asked, version: string): Promise<Kept | null> => {
    const fromMs = clock.nowMs()
    let untilMs = Infinity
    const made = await asked.make({ nowMs: fromMs, holdsUntil: (ms) => void (untilMs = Math.min(untilMs, ms)) })
    if (!made) return null
    const kept = { version, fromMs, untilMs, answer: asKept(made) }
    shelf.put(asked.key, kept)
    return kept
  }
  const makeOnce = (asked: Asked, version: string): Promise<Kept | null> => {
    const under = making.get(asked.key)
    if (under?.version === version) return under.made
    const forget = () => void (making.get(asked.key) === own && making.delete(asked.key))
    const own: Making = { version, made: make(asked, version).finally(forget) }
    making.set(asked.key, own)
    return own.made
  }
  const holds = (kept: Kept | null | undefined, version: string): kept is Kept => {
    const nowMs = clock.nowMs()
    return kept?.version === version && kept.fromMs <= nowMs && nowMs < kept.untilMs
  }
  const makeNow = async (asked: Asked, version: string): Promise<KeptAnswer | null> => {
    const made = await makeOnce(asked, version)
    if (!made || holds(made, version)) return made?.answer ?? null
    // It was made for somebody who asked before the instant that changes it; the next one is for this instant.
    return (await makeOnce(asked, version))?.answer ?? null
  }
  const findAt = (asked: Asked, version: string) => {
    const kept = shelf.get(asked.key)
    return holds(kept, version) ? kept.answer : makeNow(asked, version)
  }
  return {
    find: (asked) => {
      const { source, local } = asked
      if (source === null) return findAt(asked, local)
      return readVersion(source).then((version) => findAt(asked, `${local} ${version}`))
    },
    size: shelf.size,
  }
}

/** Kept answers, those used last at the end; where they are too many or too large, the first ones go. */
function openShelf() {
  const kept = new Map<string, Kept>()
  let bytes = 0
  const drop = (key: string) => {
    const old = kept.get(key)
    if (!old) return
    kept.delete(key)
    bytes -= sizeOf(old)
  }
  return {
    get: (key: string): Kept | undefined => {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    put: (key: string, made: Kept): void => {
      drop(key)
      if (sizeOf(made) > answerMostBytes) return
      kept.set(key, made)
      bytes += sizeOf(made)
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMost.answers && bytes <= keptMost.bytes) break
        drop(oldest)
      }
    },
    size: () => ({ answers: kept.size, bytes }),
  }
}

/** Both encodings of a text take less than the text, and a string at most twice as much, so this covers all. */
const sizeOf = ({ answer }: Kept) => 5 * answer.body.length

/** Turning a longer text into bytes for each request takes longer than sending headers and bytes as two pieces. */
const textMostBytes = 4096

const compressed = {
  gzip: (body: Buffer) => promisify(gzip)(body),
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
}

function asKept({ body: content, type }: Made): KeptAnswer {
  const body = Buffer.from(content)
  const etag = createHash('sha256').update(type).update(body).digest('base64url').slice(0, 27)
  const encoded: Partial<Record<keyof typeof compressed, Promise<Buffer>>> = {}
  const text = typeof content === 'string' && body.length <= textMostBytes ? content : null
  return { type, etag, body, text, encoded: (encoding) => (encoded[encoding] ??= compressed[encoding](body)) }
}
