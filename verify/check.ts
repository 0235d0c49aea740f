import { stat } from 'node:fs/promises'
import { rememberBeacons } from '#core/fairness/beacon'
import type { OwnEvidence, PublicDraw, SettleBet } from '#core/fairness/check/draw-case'
import { followKeys, signedCheckpoint, type LogProblem } from '#core/fairness/log'
import { batchesSignedTwice, type Receipt } from '#core/fairness/receipt'
import { parseDrawId } from '#core/fairness/records'
import { verifyEd25519 } from '#core/fairness/signatures'
import type { NoteKey } from '#core/fairness/tlog/note'
import type { Policy } from '#core/fairness/tlog/policy'
import { verifyDraw, type Verdict } from '#core/fairness/verify'
import type { Cents } from '#core/money/cents'
import { drawsWithoutReceipt, keptAbout, keptFrom, receiptFrom, withNotes, type Kept } from './kept.ts'
import { readSite } from './public-files.ts'
import { openRelays } from './relays.ts'
import { drawFromFile, readDraw, readStretch, type Stretch } from './shown-draw.ts'
import { isExtension, openLog, proofsFrom, type SiteLog } from './site-log.ts'
import { isUrl, openSource, parseJson, readText, Unreadable, type Source } from './source.ts'

export type CheckOptions = {
  /** The log's first key, as a verifier key. */
  readonly key: string | null
  /** The witnesses whom the checker trusts. Those whom the site names are never taken for them. */
  readonly policy: Policy | null
  readonly kept: Kept
  readonly paid: Cents | null
  readonly mode: OwnEvidence['mode']
  /** The relays to ask for the round; none by default. */
  readonly relays: readonly string[]
  readonly nowMs: number
  readonly settleBet: SettleBet | null
  readonly tell?: Tell
}

type Tell = (remark: Remark, about?: string) => void

/** What is to be said about a site besides the verdicts about its draws. */
export type Remark =
  /** The site names witnesses, and the checker has named none. */
  | 'site-names-witnesses'
  /** About the checkpoint that the checker kept. */
  | 'kept-checkpoint-foreign'
  | 'kept-checkpoint-missing'
  | 'kept-checkpoint-contradicted'
  /** Where nothing but a checkpoint was kept. */
  | 'kept-checkpoint-holds'
  /** About receipts that the checker kept, told with their batch and their bets. */
  | 'batch-signed-twice'

const failures: readonly Remark[] = ['kept-checkpoint-missing', 'kept-checkpoint-contradicted', 'batch-signed-twice']

export function isFailure(remark: Remark): boolean {
  return failures.includes(remark)
}

/** The log does not hold before any draw could be read. */
export class Broken extends Error {
  readonly reason: LogProblem['code']
  constructor(reason: LogProblem['code']) {
    super(reason)
    this.reason = reason
  }
}

const dayPattern = /^\d{8}$/

/** Checks the targets; yields one verdict for each draw or receipt. */
export async function* check(targets: readonly string[], options: CheckOptions): AsyncGenerator<Verdict> {
  const checker = makeChecker(options)
  const [place = '', what] = linkTargets(targets)
  if (!isUrl(place) && !(await isFolder(place))) {
    const text = await readText(place)
    const receipt = receiptFrom(text, place)
    const value = receipt ? null : parseJson(text, place)
    const draw = drawFromFile(value)
    if (draw) return void (yield await checker.drawFile(draw))
    const kept = receipt ?? keptFrom(value, place)
    if (!kept) throw new Unreadable(`${place} is neither a draw file nor a receipt`)
    if (!what) throw new Unreadable('a receipt is checked against a site or a folder: name it too')
    return void (yield* checker.evidence(openSource(what), kept))
  }
  const source = openSource(place)
  const wanted = what ?? (await readSite(source)).latestDay
  if (wanted && dayPattern.test(wanted)) return void (yield* checker.day(source, wanted))
  const day = wanted && parseDrawId(wanted)?.day
  if (!wanted || !day) throw new Unreadable(`name a draw (k3_5m:20261115:0001) or a day (20261115), not ${wanted}`)
  yield* checker.oneDraw(source, day, wanted)
}

/** Splits the address of a fairness page, `https://site/fair/<draw id>`, into site and draw. */
function linkTargets(targets: readonly string[]): readonly string[] {
  const link = targets.length === 1 ? /^(https?:\/\/.+?)\/fair\/([^/]+)$/.exec(targets[0]!) : null
  return link ? [link[1]!, decodeURIComponent(link[2]!)] : targets
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (cause) {
    throw new Unreadable(`${path} is no file, folder or address`, { cause })
  }
}

export function makeChecker(options: CheckOptions) {
  const { key, policy, paid, mode, nowMs, settleBet, kept } = options
  const checkBeacon = rememberBeacons()
  const askRelays = openRelays(options.relays)

  type Mine = ReturnType<typeof keptAbout> & Pick<OwnEvidence, 'expectsBets' | 'expectsRules'>

  async function judge(shown: PublicDraw, mine: Mine): Promise<Verdict> {
    const relayed = await askRelays(shown)
    const own = { pinnedKey: key, policy, mode, nowMs, proof: null, relayed, settleBet, checkBeacon, ...mine }
    return verifyDraw(shown, { ...own, verify: verifyEd25519, paidToMe: mine.paidToMe ?? paid })
  }

  async function drawOf(stretch: Stretch, drawId: string, mine = keptAbout(kept, drawId)): Promise<Verdict> {
    const headSize = mine.receipt?.head.size ?? null
    const isSeenWanted = policy !== null && policy.quorum !== null
    const shown = await readDraw(stretch, drawId, { headSize, isSeenWanted })
    return judge(shown, { ...mine, expectsBets: stretch.isWhole, expectsRules: stretch.isWhole })
  }

  /** Remarks on a site are made once, whatever the number of its draws. */
  const said = new Set<string>()
  const say: Tell = (remark, about) => {
    if (said.size < said.add(`${remark} ${about}`).size) options.tell?.(remark, about)
  }

  async function open(source: Source, day: string, { checkpoint, receipts } = kept): Promise<Stretch> {
    const stretch = await readStretch(source, day)
    if (stretch.site.policy !== null && policy === null) say('site-names-witnesses')
    const remark = checkpoint === null ? null : await remarkOn(checkpoint, stretch.log)
    if (remark) say(remark)
    compareBatches([...receipts, ...kept.receipts], stretch.log.keys)
    return stretch
  }

  function compareBatches(receipts: readonly Receipt[], keys: readonly NoteKey[]): void {
    for (const [{ batch, bet }, other] of batchesSignedTwice(receipts, keys, verifyEd25519))
      say('batch-signed-twice', `${batch.origin}, bets ${bet.betId} and ${other.bet.betId}`)
  }

  function drawFile(shown: PublicDraw): Promise<Verdict> {
    compareBatches(kept.receipts, followKeys(shown.operatorKey, shown.keyChanges, verifyEd25519) ?? [])
    return judge(shown, { ...keptAbout(kept, shown.drawId), expectsBets: false, expectsRules: false })
  }

  async function* oneDraw(source: Source, day: string, drawId: string): AsyncGenerator<Verdict> {
    yield await drawOf(await open(source, day), drawId)
  }

  async function* day(source: Source, day: string): AsyncGenerator<Verdict> {
    const stretch = await open(source, day)
    const { byDraw, problem } = stretch.records
    const drawIds = [...byDraw.keys()].filter((drawId) => parseDrawId(drawId)?.day === day)
    if (drawIds.length === 0 && problem) throw new Broken(problem.code)
    if (drawIds.length === 0) throw new Unreadable(`${source.name} has no draws on ${day}`)
    for (const drawId of drawIds) yield drawOf(stretch, drawId)
  }

  /** Checks all that a file of evidence is about: its receipts, the draws of its notes and heads, and its checkpoint. */
  async function* evidence(source: Source, file: Kept): AsyncGenerator<Verdict> {
    const about = withNotes(file, kept)
    const days = new Map<string, Stretch>()
    const checkOne = async (drawId: string, receipt?: Receipt) => {
      const day = parseDrawId(drawId)?.day
      if (!day) throw new Unreadable(`what was kept names the draw ${drawId}, which is not a valid draw id`)
      const stretch = days.get(day) ?? (await open(source, day, about))
      days.set(day, stretch)
      return drawOf(stretch, drawId, keptAbout(about, drawId, receipt))
    }
    for (const receipt of file.receipts) yield checkOne(receipt.bet.drawId, receipt)
    for (const drawId of drawsWithoutReceipt(file)) yield checkOne(drawId)
    if (days.size === 0) say(await compareAlone(source, about))
  }

  /** Compares the checkpoint where no draw is checked that would open the log. */
  async function compareAlone(source: Source, { checkpoint }: Kept): Promise<Remark> {
    const nothing = 'there is nothing to check: no receipt, note, running head or checkpoint of this log was kept'
    if (checkpoint === null) throw new Unreadable(nothing)
    const log = await openLog(source, key ?? (await readSite(source)).vkey)
    if (!log.checkpoint) throw new Broken('checkpoint-false')
    const remark = await remarkOn(checkpoint, log)
    if (remark === 'kept-checkpoint-foreign') throw new Unreadable(nothing)
    return remark ?? 'kept-checkpoint-holds'
  }

  return { drawFile, drawOf, oneDraw, day, evidence }
}

/** What the log says of the checkpoint that the checker kept; null where it extends it. */
async function remarkOn(note: string, log: SiteLog): Promise<Remark | null> {
  const older = signedCheckpoint(note, log.keys, verifyEd25519)
  if (!older) return 'kept-checkpoint-foreign'
  if (!log.checkpoint) return null
  if (older.size > log.checkpoint.size) return 'kept-checkpoint-missing'
  const proof = (await proofsFrom(log, [older.size])).get(older.size) ?? []
  return isExtension(older, log.checkpoint, proof) ? null : 'kept-checkpoint-contradicted'
}
