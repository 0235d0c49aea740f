import { isBeaconChain } from '#core/fairness/beacon'
import type { PublicDraw } from '#core/fairness/check/draw-case'
import { recordToSee } from '#core/fairness/check/witnessed'
import { followKeys, includesByProof, readLog, type ReadLog } from '#core/fairness/log'
import { parseDrawId } from '#core/fairness/records'
import { isCount, isText, listOf, objectOf, oneOf, orNull } from '#core/fairness/shape'
import { verifyEd25519 } from '#core/fairness/signatures'
import { hashesFrom } from '#core/fairness/tlog/base64'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { isAny, isLogKey, layout, readBets, readDay, readRules, readSite, type Site } from './public-files.ts'
import { openLog, proofsFrom, readRecords, readTiles, type LogTile, type SiteLog } from './site-log.ts'
import { isUrl, type Source } from './source.ts'

/** The part of a site's log with a day's draws. */
export type Stretch = {
  readonly site: Site
  readonly log: SiteLog
  readonly records: ReadLog
  /** Whether a file that is not there is one that the site does not show. A folder may hold only a part of what a site shows. */
  readonly isWhole: boolean
}

export async function readStretch(source: Source, day: string): Promise<Stretch> {
  const site = await readSite(source)
  // Read before the checkpoint, so that the checkpoint has all that it names.
  const range = await readDay(source, day)
  const log = await openLog(source, site.vkey)
  const tiles: LogTile[] = []
  for await (const some of readTiles(log, range)) tiles.push(...some)
  return { site, log, records: readRecords(log, tiles, range), isWhole: isUrl(source.name) }
}

/** What the checker brings decides what has to be read for it. */
type Wanted = {
  /** The size of the log that the checker's receipt names. */
  readonly headSize: number | null
  /** Whether the checker trusts witnesses. */
  readonly isSeenWanted: boolean
}

/** What the site shows of one draw. */
export async function readDraw(stretch: Stretch, drawId: string, wanted: Wanted): Promise<PublicDraw> {
  const { site, log, records } = stretch
  const about = records.byDraw.get(drawId) ?? []
  const schedule = about.find(({ record }) => record.type === 'schedule')?.record
  const rulesHash = schedule?.type === 'schedule' ? schedule.body.rulesHash : null
  const toSee = recordToSee(about)
  const seen = wanted.isSeenWanted && toSee ? await log.source.read(layout.seen(toSee.index)) : null
  const sizes = [wanted.headSize, seen === null ? null : sizeOf(seen)].filter((size) => size !== null)
  return {
    drawId,
    log: records,
    operatorKey: log.firstKey,
    keyChanges: log.keyChanges,
    seen,
    consistency: await proofsFrom(log, sizes),
    chain: site.chain,
    rules: rulesHash ? await readRules(log.source, rulesHash) : null,
    bets: parseDrawId(drawId) ? await readBets(log.source, drawId) : null,
  }
}

function sizeOf(note: string): number | null {
  const parsed = parseNote(note)
  return (parsed && parseCheckpoint(parsed.text)?.size) ?? null
}

/** A draw with all its records, in one file. */
const isDrawFile = objectOf({
  v: oneOf(2),
  drawId: isText,
  operatorKey: isLogKey,
  keyChanges: listOf(isText),
  checkpoint: isText,
  entries: listOf(objectOf({ index: isCount, entry: isText, proof: listOf(isText) })),
  seen: orNull(isText),
  consistency: listOf(objectOf({ size: isCount, proof: listOf(isText) })),
  chain: orNull(isBeaconChain),
  rules: orNull(isAny),
  bets: orNull(listOf(isAny)),
})

/** Reads a draw file; null if the value is not one. */
export function drawFromFile(value: unknown): PublicDraw | null {
  if (!isDrawFile(value)) return null
  const { checkpoint, entries, operatorKey: firstKey, keyChanges, consistency } = value
  const keys = followKeys(firstKey, keyChanges, verifyEd25519) ?? []
  const includes = includesByProof(entries)
  return {
    ...value,
    log: readLog({ checkpoint, keys, entries, includes, verify: verifyEd25519 }),
    consistency: new Map(consistency.map(({ size, proof }) => [size, hashesFrom(proof) ?? []])),
  }
}
