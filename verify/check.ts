import { readFile, stat } from 'node:fs/promises'
import { quicknetRelays, rememberBeacons, type Beacon } from '#core/fairness/beacon'
import type { OwnEvidence, PublicDraw, SettleBet } from '#core/fairness/check/draw-case'
import { readLog } from '#core/fairness/log'
import { isSignedBy } from '#core/fairness/signatures'
import { parseDrawId } from '#core/fairness/records'
import { verifyDraw, type Verdict } from '#core/fairness/verify'
import type { Cents } from '#core/money/cents'
import { keptAbout, keptFrom, type Kept } from './kept.ts'
import { drawFromFile, readDraw, readSite, readStretch, type Stretch } from './public-files.ts'
import { isUrl, openSource, parseJson, Unreadable, type Source } from './source.ts'

export type CheckOptions = {
  readonly key: string | null
  readonly kept: Kept
  readonly paid: Cents | null
  readonly mode: OwnEvidence['mode']
  /** The relays to ask for the round; none by default. */
  readonly relays: readonly string[]
  readonly nowMs: number
  readonly settleBet: SettleBet | null
}

const dayPattern = /^\d{8}$/

/** Checks the targets; yields one verdict for each draw or receipt. */
export async function* check(targets: readonly string[], options: CheckOptions): AsyncGenerator<Verdict> {
  const checker = makeChecker(options)
  const [place = '', what] = linkTargets(targets)
  if (!isUrl(place) && !(await isFolder(place))) {
    const value = parseJson(await readFile(place, 'utf8'), place)
    const draw = drawFromFile(value)
    if (draw) return void (yield await checker.draw(draw, options.kept))
    const kept = keptFrom(value)
    if (!kept) throw new Unreadable(`${place} is neither a draw file nor a receipt`)
    if (!what) throw new Unreadable('a receipt is checked against a site or a folder: name it too')
    return void (yield* checker.receipts(openSource(what), kept))
  }
  const source = openSource(place)
  const wanted = what ?? (await readSite(source)).latestDay
  if (wanted && dayPattern.test(wanted)) return void (yield* checker.day(source, wanted))
  const day = wanted && parseDrawId(wanted)?.day
  if (!wanted || !day) throw new Unreadable(`name a draw (k3_5m:20261115:0001) or a day (20261115), not ${wanted}`)
  yield await checker.drawAt(source, await readStretch(source, day), wanted)
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

function makeChecker(options: CheckOptions) {
  const { key, paid, mode, nowMs, settleBet, kept } = options
  const checkBeacon = rememberBeacons()

  async function draw(shown: PublicDraw, about: Kept, receipt?: Kept['receipts'][number]): Promise<Verdict> {
    const mine = keptAbout(about, shown.drawId, receipt)
    const relayed = await askRelays(options.relays, shown)
    const own = { pinnedKey: key, mode, nowMs, proof: null, relayed, settleBet, isSignedBy, checkBeacon, ...mine }
    return verifyDraw(shown, { ...own, paidToMe: mine.paidToMe ?? paid })
  }

  async function drawAt(source: Source, stretch: Stretch, drawId: string): Promise<Verdict> {
    const log = readLog({ lines: stretch.lines, key: stretch.operatorKey, signatures: { drawId }, isSignedBy })
    return draw(await readDraw(source, { ...stretch, log }, drawId), kept)
  }

  async function* day(source: Source, day: string): AsyncGenerator<Verdict> {
    const { lines, ...stretch } = await readStretch(source, day)
    const log = readLog({ lines, key: stretch.operatorKey, signatures: 'all', isSignedBy })
    const drawIds = [...log.byDraw.keys()].filter((drawId) => parseDrawId(drawId)?.day === day)
    if (drawIds.length === 0) throw new Unreadable(`${source.name} has no draws on ${day}`)
    for (const drawId of drawIds) yield draw(await readDraw(source, { ...stretch, log }, drawId), kept)
  }

  async function* receipts(source: Source, about: Kept): AsyncGenerator<Verdict> {
    const days = new Map<string, Stretch>()
    for (const receipt of about.receipts) {
      const { drawId } = receipt.receipt
      const day = parseDrawId(drawId)?.day
      if (!day) throw new Unreadable(`a receipt names the draw ${drawId}, which is not a valid draw id`)
      const { lines, ...stretch } = days.get(day) ?? (await readStretch(source, day))
      days.set(day, { lines, ...stretch })
      const log = readLog({ lines, key: stretch.operatorKey, signatures: { drawId }, isSignedBy })
      yield draw(await readDraw(source, { ...stretch, log }, drawId), about, receipt)
    }
  }

  return { draw, drawAt, day, receipts }
}

/** Asks relays for the round of a draw. An answer that cannot be read counts as another signature. */
async function askRelays(relays: readonly string[], { log, drawId }: PublicDraw): Promise<Beacon[]> {
  const records = log.byDraw.get(drawId)?.map(({ record }) => record) ?? []
  const schedule = records.find((record) => record.type === 'schedule')
  const isClosed = records.some(({ type }) => type === 'close')
  const slot = schedule?.body.draws.find((draw) => draw.drawId === drawId)
  if (!schedule || !slot || !isClosed) return []
  const result = records.find((record) => record.type === 'result' || record.type === 'shadow')
  const wanted = result?.body.round ?? slot.round
  const asked = relays.flatMap((relay) => (relay === 'public' ? quicknetRelays.slice(0, 2) : [relay]))
  return Promise.all(
    asked.map(async (relay) => {
      const path = `${schedule.body.beacon.chainHash}/public/${wanted}`
      const text = await openSource(relay).read(path)
      const { round, signature } = parseJson(text ?? '{}', relay) as Partial<Beacon>
      return { round: Number(round), signature: String(signature) }
    }),
  )
}
