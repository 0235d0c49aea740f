import { isBeaconChain, type BeaconChain } from '#core/fairness/beacon'
import type { Json } from '#core/fairness/canonical'
import type { PublicDraw } from '#core/fairness/check/draw-case'
import { followKeys, readLog, type ReadLog } from '#core/fairness/log'
import { isSignedBy } from '#core/fairness/signatures'
import { isSignedRecord, parseDrawId } from '#core/fairness/records'
import { isCount, isHash, isText, objectOf, oneOf, orNull, type Shape } from '#core/fairness/shape'
import { parseJson, parseLines, Unreadable, type Source } from './source.ts'

/** The paths of the files that a site publishes; `docs/fairness.md` describes them. */
export const layout = {
  site: 'fair/site.json',
  keys: 'fair/keys.jsonl',
  head: 'fair/log/head.json',
  page: (page: number) => `fair/log/${page}.jsonl`,
  day: (day: string) => `fair/days/${day}.json`,
  bets: (drawId: string) => `fair/bets/${drawId.replaceAll(':', '/')}.jsonl`,
  rules: (hash: string) => `fair/rules/${hash}.json`,
}

/** Records in one page of the log. */
export const pageSize = 1000

const isSite = objectOf({ v: oneOf(1), operatorKey: isHash, chain: orNull(isBeaconChain), latestDay: orNull(isText) })
const isDay = objectOf({ v: oneOf(1), first: isCount, last: isCount })
const isHead = objectOf({ seq: isCount, hash: isHash })

const isAny: Shape<Json> = (value): value is Json => value !== undefined
const isList: Shape<readonly Json[]> = (value): value is readonly Json[] => Array.isArray(value)

/** A draw with all its records, in one file. */
const isDrawFile = objectOf({
  v: oneOf(1),
  drawId: isText,
  operatorKey: isHash,
  keyChanges: isList,
  chain: orNull(isBeaconChain),
  log: isList,
  rules: orNull(isAny),
  bets: orNull(isList),
})

async function readShape<T>(source: Source, path: string, shape: Shape<T>): Promise<T | null> {
  const text = await source.read(path)
  if (text === null) return null
  const value = parseJson(text, path)
  if (!shape(value)) throw new Unreadable(`${source.name}/${path} does not have the expected form`)
  return value
}

export async function readSite(
  source: Source,
): Promise<{ operatorKey: string; chain: BeaconChain | null; latestDay: string | null }> {
  const site = await readShape(source, layout.site, isSite)
  if (!site) throw new Unreadable(`${source.name} has no ${layout.site}`)
  return site
}

export function readHead(source: Source): Promise<{ seq: number; hash: string } | null> {
  return readShape(source, layout.head, isHead)
}

/** A page of the log, unchecked; empty when it does not exist. */
export async function readPage(source: Source, page: number): Promise<Json[]> {
  const text = await source.read(layout.page(page))
  return text === null ? [] : (parseLines(text, layout.page(page)) as Json[])
}

async function readPages(
  source: Source,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Json[]> {
  const lines: Json[] = []
  for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) {
    const found = await readPage(source, page)
    if (found.length === 0) break
    lines.push(...found)
  }
  return lines.filter((line) => !isSignedRecord(line) || (line.record.seq >= first && line.record.seq <= last))
}

/** The part of the log with a day's draws; the whole log where no file names that part. */
export type Stretch = Pick<PublicDraw, 'operatorKey' | 'keyChanges' | 'chain'> & { readonly lines: readonly Json[] }

export async function readStretch(source: Source, day: string): Promise<Stretch> {
  const site = await readSite(source)
  const { first, last } = (await readShape(source, layout.day(day), isDay)) ?? { first: 0, last: Infinity }
  const keys = parseLines((await source.read(layout.keys)) ?? '', layout.keys) as Json[]
  const keyChanges = keys.filter((line) => !isSignedRecord(line) || line.record.seq < first)
  return {
    operatorKey: followKeys(site.operatorKey, keyChanges, isSignedBy) ?? site.operatorKey,
    keyChanges,
    chain: site.chain,
    lines: await readPages(source, { first, last }),
  }
}

/** Adds the bets and the rules of one draw to its part of the log. */
export async function readDraw(
  source: Source,
  stretch: Omit<Stretch, 'lines'> & { readonly log: ReadLog },
  drawId: string,
): Promise<PublicDraw> {
  const schedule = stretch.log.byDraw.get(drawId)?.find(({ record }) => record.type === 'schedule')?.record
  const rulesHash = schedule?.type === 'schedule' ? schedule.body.rulesHash : null
  const bets = parseDrawId(drawId) ? await source.read(layout.bets(drawId)) : null
  return {
    ...stretch,
    drawId,
    rules: rulesHash ? await readShape(source, layout.rules(rulesHash), isAny) : null,
    bets: bets === null ? null : (parseLines(bets, layout.bets(drawId)) as Json[]),
  }
}

/** Reads a draw file; null if the value is not one. */
export function drawFromFile(value: unknown): PublicDraw | null {
  if (!isDrawFile(value)) return null
  const { log, operatorKey, drawId } = value
  return { ...value, log: readLog({ lines: log, key: operatorKey, signatures: { drawId }, isSignedBy }) }
}
