import { isBeaconChain } from '#core/fairness/beacon'
import type { Json } from '#core/fairness/canonical'
import { isCount, isText, objectOf, oneOf, orNull, type Shape, type ShapeOf } from '#core/fairness/shape'
import { parseKey } from '#core/fairness/tlog/note'
import { linesOf, mostBytesOfList, parseJson, Unreadable, type Source } from './source.ts'

/** The paths of the files that a site publishes; `docs/fairness.md` describes them. */
export const layout = {
  site: 'fair/site.json',
  keys: 'fair/keys.json',
  checkpoint: 'fair/log/checkpoint',
  /** `path` is what C2SP's tlog-tiles calls it. */
  tile: (path: string) => `fair/log/${path}`,
  seen: (index: number) => `fair/seen/${index}`,
  day: (day: string) => `fair/days/${day}.json`,
  bets: (drawId: string) => `fair/bets/${drawId.replaceAll(':', '/')}.jsonl`,
  liabilities: (number: number) => `fair/liabilities/${number}.txt`,
  rules: (hash: string) => `fair/rules/${hash}.json`,
}

/** The verifier key of a log. */
export const isLogKey: Shape<string> = (value): value is string => isText(value) && parseKey(value)?.type === 1

const isSite = objectOf({
  v: oneOf(2),
  origin: isText,
  vkey: isLogKey,
  chain: orNull(isBeaconChain),
  policy: orNull(isText),
  latestDay: orNull(isText),
})
export const isDay = objectOf({ v: oneOf(2), first: isCount, last: isCount })
export const isAny: Shape<Json> = (value): value is Json => value !== undefined

export type Site = ShapeOf<typeof isSite>

/** Reads a JSON file of the expected form; null where it does not exist. */
export async function readShape<T>(source: Source, path: string, shape: Shape<T>): Promise<T | null> {
  const text = await source.read(path)
  if (text === null) return null
  const value = parseJson(text, path)
  if (!shape(value)) throw new Unreadable(`${source.name}/${path} does not have the expected form`)
  return value
}

export async function readSite(source: Source): Promise<Site> {
  const site = await findSite(source)
  if (!site) throw new Unreadable(`${source.name} has no ${layout.site}`)
  return site
}

export function findSite(source: Source): Promise<Site | null> {
  return readShape(source, layout.site, isSite)
}

/** The numbers of the records that hold a day's draws; all of the log where no file names them. */
export async function readDay(source: Source, day: string): Promise<{ first: number; last: number }> {
  return (await readShape(source, layout.day(day), isDay)) ?? { first: 0, last: Infinity }
}

/** Where a site shows something else than JSON as the rules or as a bet, that text stands for itself, and no check takes it. */
function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

export async function readRules(source: Source, hash: string): Promise<Json | null> {
  const rules = await source.read(layout.rules(hash))
  return rules === null ? null : jsonOrText(rules)
}

export async function readBets(source: Source, drawId: string): Promise<Json[] | null> {
  const bets = await source.read(layout.bets(drawId), mostBytesOfList)
  return bets === null ? null : linesOf(bets).map(jsonOrText)
}
