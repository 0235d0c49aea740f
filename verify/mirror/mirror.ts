import { quicknet, roundTimeMs, type BeaconChain } from '#core/fairness/beacon'
import { formatInstant } from '#core/fairness/instant'
import type { Entry, ReadLog } from '#core/fairness/log'
import { drawIdsOf, parseDrawId } from '#core/fairness/records'
import type { Checkpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { tileWidth } from '#core/fairness/tlog/tiles'
import type { WitnessNote } from '#core/fairness/check/witness-note'
import { findSite, layout, readSite, type Site } from '../public-files.ts'
import type { Verdict } from '#core/fairness/verify'
import { openLog, readRecords, readTiles, type LogTile, type SiteLog } from '../site-log.ts'
import { openSource, Unreadable, type Source } from '../source.ts'
import { compare, strayKeyChange, type Fault } from './compare.ts'
import { drawsByDay, isEnding, soundRecords } from './days.ts'
import {
  dropPartialTiles,
  keepFailure,
  keepProof,
  save,
  saveDays,
  saveTiles,
  saveUpperTiles,
  type Stretches,
} from './folder.ts'
import { isDatedBack, keepLook, readLook, type Look } from './looks.ts'
import { readNotes, saveKept } from './notes.ts'
import { learnProgress, type Unfinished } from './unfinished.ts'

export type MirrorOptions = {
  readonly site: string
  readonly folder: string
  /** The log's first key; without it, the one that the site names at the first look. */
  readonly key: string | null
  /**
   * A site may show a checkpoint from a cache: only after this long a shorter log counts as one that lost records. So long it also has
   * time to show all that belongs to a draw which ended.
   */
  readonly patienceMs: number
  readonly clock: () => number
  readonly tell: (event: MirrorEvent) => void
}

export type MirrorEvent =
  | { readonly event: 'mirrored'; readonly records: number; readonly size: number }
  | { readonly event: 'seen'; readonly drawId: string; readonly closeHash: string; readonly aheadMs: number }
  | { readonly event: 'seen-late'; readonly drawId: string; readonly closeHash: string; readonly lateMs: number }
  | { readonly event: 'shorter'; readonly size: number; readonly kept: number }
  | { readonly event: 'unreachable'; readonly why: string }
  /** Draws that ended were checked; those that failed were told before. */
  | { readonly event: 'checked'; readonly draws: number; readonly failed: number }
  | ({ readonly event: 'draw-failed' } & Failure)
  /** The site does not show a file that belongs to a draw which ended, so the draw could be checked in part only. */
  | { readonly event: 'missing'; readonly drawId: string; readonly file: string }
  | ({ readonly event: 'contradiction' } & Fault)

/** Why a draw failed: the steps of its check that did, or what else was found. */
export type Failure = {
  readonly drawId: string
  readonly steps: readonly Pick<Verdict['steps'][number], 'step' | 'name' | 'reason' | 'facts'>[]
  readonly why: string | null
}

export type Mirror = {
  readonly source: Source
  readonly folder: Source
  readonly firstKey: string
  chain: BeaconChain
  /** The newest checkpoint that the mirror followed, and its note. */
  held: { readonly checkpoint: Checkpoint; readonly note: string } | null
  /** The time of the last record. */
  lastAt: string
  /** The day of the last close record. */
  latestDay: string | null
  /** When the beacon round of each draw is due that is scheduled and has not ended. */
  readonly roundMs: Map<string, number>
  readonly unfinished: Unfinished
  /** The notes of the last days. */
  notes: Record<string, WitnessNote>
  /** False during the first look of a new mirror: records that were already there then were not seen in time, so they are not noted. */
  caughtUp: boolean
  /** The last look that came to its end; one that was shown an older state of the log says nothing. */
  looked: Look | null
  /** Whether a close record was dated back. */
  sawDatedBack: boolean
  /** Since when the site shows fewer records than it did. */
  shorterSinceMs: number | null
}

/** Opens the mirror in a folder and reads what it already holds. */
export async function openMirror({ site, folder, key }: MirrorOptions): Promise<Mirror> {
  const source = openSource(site)
  const own = openSource(folder)
  const [stated, known] = [await readSite(source), await findSite(own)]
  const firstKey = key ?? known?.vkey ?? stated.vkey
  if (known && known.vkey !== firstKey) throw new Unreadable(`${folder} mirrors a log that began with another key`)
  const mirror: Mirror = {
    source,
    folder: own,
    firstKey,
    chain: stated.chain ?? quicknet,
    held: null,
    lastAt: '',
    latestDay: null,
    roundMs: new Map(),
    unfinished: new Map(),
    notes: { ...(await readNotes(own)) },
    caughtUp: false,
    looked: await readLook(own),
    sawDatedBack: false,
    shorterSinceMs: null,
  }
  if ((await own.read(layout.checkpoint)) !== null) await readHeld(mirror)
  await saveSite(mirror, stated)
  return mirror
}

/** The folder names the day that it has itself, and the key that the mirror follows. */
function saveSite({ folder, firstKey, latestDay }: Mirror, site: Site): Promise<void> {
  return save(folder.name, layout.site, `${JSON.stringify({ ...site, vkey: firstKey, latestDay })}\n`)
}

const whole = { first: 0, last: Infinity }

async function readHeld(mirror: Mirror): Promise<void> {
  const log = await openLog(mirror.folder, mirror.firstKey)
  if (!log.checkpoint) throw new Unreadable(`the mirror in ${mirror.folder.name} is damaged: checkpoint-false`)
  for await (const tiles of readTiles(log, whole)) {
    const entries = soundRecords(log, tiles, whole)
    for (const entry of entries) learn(mirror, entry)
    forgetEnded(mirror, entries)
    mirror.lastAt = entries.at(-1)!.record.at
  }
  mirror.held = { checkpoint: log.checkpoint, note: log.note }
  mirror.caughtUp = true
}

function learn(mirror: Mirror, entry: Entry): void {
  const { record } = entry
  learnProgress(mirror.unfinished, entry)
  if (record.type === 'close') mirror.latestDay = parseDrawId(record.body.drawId)?.day ?? mirror.latestDay
  if (record.type !== 'schedule') return
  const known = [quicknet, mirror.chain].find(({ chainHash }) => chainHash === record.body.beacon.chainHash)
  const draws = record.body.draws.filter(({ drawId }) => parseDrawId(drawId))
  if (known) for (const { drawId, round } of draws) mirror.roundMs.set(drawId, roundTimeMs(known, round))
}

function forgetEnded({ roundMs, unfinished }: Mirror, entries: readonly Entry[]): void {
  for (const drawId of entries.filter(isEnding).flatMap(({ record }) => drawIdsOf(record))) {
    roundMs.delete(drawId)
    unfinished.delete(drawId)
  }
}

/** Follows the log once. False when the site contradicts what it signed before, or what it signed just now. */
export async function lookOnce(mirror: Mirror, options: MirrorOptions): Promise<boolean> {
  // Before the site is asked: what it shows is not older.
  const atMs = options.clock()
  const shown = await openLog(mirror.source, mirror.firstKey)
  const fault =
    (await compare(shown, mirror)) ?? lostRecords(mirror, shown, options) ?? (await follow(mirror, shown, options))
  if (!fault) {
    mirror.caughtUp = true
    const { size } = shown.checkpoint!
    if (size >= (mirror.held?.checkpoint.size ?? 0)) {
      mirror.looked = { atMs, size }
      await keepLook(mirror.folder, mirror.looked)
    }
    return true
  }
  await saveKept(mirror)
  await keepProof(options.folder, { ...fault, kept: mirror.held?.note ?? null, shown: shown.note })
  options.tell({ event: 'contradiction', ...fault })
  return false
}

function lostRecords(mirror: Mirror, { checkpoint }: SiteLog, options: MirrorOptions): Fault | null {
  const [size, kept] = [checkpoint!.size, mirror.held?.checkpoint.size ?? 0]
  if (size >= kept) {
    mirror.shorterSinceMs = null
    return null
  }
  const nowMs = options.clock()
  if (mirror.shorterSinceMs === null) options.tell({ event: 'shorter', size, kept })
  mirror.shorterSinceMs ??= nowMs
  return nowMs - mirror.shorterSinceMs >= options.patienceMs ? { what: 'records-lost', index: size } : null
}

/** Reads what is new, and keeps it if all of it holds. */
async function follow(mirror: Mirror, shown: SiteLog, options: MirrorOptions): Promise<Fault | null> {
  const [from, to] = [mirror.held?.checkpoint.size ?? 0, shown.checkpoint!.size]
  if (to <= from) {
    // The same state, which more witnesses may have cosigned since.
    if (to === from && signatures(shown.note) > signatures(mirror.held?.note ?? '')) await keepCheckpoint(mirror, shown)
    return null
  }
  const site = await readSite(mirror.source)
  mirror.chain = site.chain ?? quicknet
  let lastAt = mirror.lastAt
  const days: Stretches = new Map()
  // The tile that was not full is stored again, so all of it has to hold.
  const range = { first: from - (from % tileWidth), last: Infinity }
  for await (const tiles of readTiles(shown, range)) {
    const records = readRecords(shown, tiles, range)
    const fresh = records.entries.filter(({ index }) => index >= from)
    for (const entry of fresh) {
      await keepEntry(mirror, entry, options)
      addToDays(days, entry)
    }
    const fault = faultIn(records, tiles, { fresh, lastAt })
    if (fault) return fault
    await saveTiles(options.folder, tiles)
    forgetEnded(mirror, fresh)
    lastAt = fresh.at(-1)!.record.at
  }
  await saveUpperTiles(options.folder, { from, to })
  const stray = await strayKeyChange(shown, mirror.folder)
  if (stray) return stray
  await saveDays(mirror.folder, days)
  await saveSite(mirror, site)
  await keepCheckpoint(mirror, shown)
  await dropPartialTiles(options.folder, { from, to })
  mirror.lastAt = lastAt
  options.tell({ event: 'mirrored', records: to - from, size: to })
  return null
}

const signatures = (note: string) => parseNote(note)?.signatures.length ?? 0

type Fresh = { readonly fresh: readonly Entry[]; readonly lastAt: string }

function faultIn({ problem }: ReadLog, tiles: readonly LogTile[], { fresh, lastAt }: Fresh): Fault | null {
  if (problem) return { what: problem.code, index: tiles[0]!.index * tileWidth + problem.index }
  // Instants have one form only, so they compare as text.
  return fresh[0] && fresh[0].record.at < lastAt ? { what: 'time-runs-back', index: fresh[0].index } : null
}

function addToDays(days: Stretches, entry: Entry): void {
  for (const day of drawsByDay(entry).keys())
    days.set(day, { first: days.get(day)?.first ?? entry.index, last: entry.index })
}

async function keepEntry(mirror: Mirror, entry: Entry, { clock, tell, folder }: MirrorOptions): Promise<void> {
  learn(mirror, entry)
  if (entry.record.type !== 'close' || !mirror.caughtUp) return
  const { drawId } = entry.record.body
  const closeHash = entry.hash
  // A look that did not come to its end is taken again.
  if (Object.hasOwn(mirror.notes, drawId) && mirror.notes[drawId]!.closeHash === closeHash) return
  const nowMs = clock()
  const roundMs = mirror.roundMs.get(drawId) ?? -Infinity
  const { looked } = mirror
  const datedBack = looked && isDatedBack(entry, looked, { nowMs, roundMs })
  if (roundMs <= nowMs && !datedBack) return tell({ event: 'seen-late', drawId, closeHash, lateMs: nowMs - roundMs })
  const seenAt = formatInstant(nowMs)
  mirror.notes[drawId] = { closeHash, seenAt }
  if (!datedBack) return tell({ event: 'seen', drawId, closeHash, aheadMs: roundMs - nowMs })
  mirror.sawDatedBack = true
  const why = `its close record is dated back: it says ${entry.record.at}, and was not in the log at ${formatInstant(looked.atMs)}`
  const failure: Failure = { drawId, steps: [], why }
  await keepFailure(folder, { at: seenAt, ...failure, closeHash, checkpoint: mirror.held?.note ?? null })
  tell({ event: 'draw-failed', ...failure })
}

async function keepCheckpoint(mirror: Mirror, { note, checkpoint, keys, keyChanges }: SiteLog): Promise<void> {
  if (keys.length > 0) await save(mirror.folder.name, layout.keys, `${JSON.stringify(keyChanges)}\n`)
  await save(mirror.folder.name, layout.checkpoint, note)
  mirror.held = { checkpoint: checkpoint!, note }
  await saveKept(mirror)
}
