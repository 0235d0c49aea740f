import { getBet } from '#contract/play/bets'
import type { Output } from '#contract/endpoint'
import { drawProof } from '#contract/play/past-draws'
import type { site } from '#contract/site'
import type { Json } from '#core/fairness/canonical'
import { type BetLeaf, isBetLeaf } from '#core/fairness/bets'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { type Receipt, parseReceipt } from '#core/fairness/receipt'
import type { LogRecord } from '#core/fairness/records'
import { type Policy, parsePolicy } from '#core/fairness/tlog/policy'
import type { Verdict } from '#core/fairness/verify'
import type { Cents } from '#core/money/cents'
import { call } from '../../../client.ts'
import { serverNow } from '../../../state/clock.ts'
import { evidenceOf } from '../../../state/evidence.ts'
import { logKey } from '../../../state/public-log.ts'
import { workerAddress } from '../../../shell/install/worker-address.ts'
import { dueName } from './checker/due-name.ts'
import type { Task } from './checker/serve-checks.ts'
import { type DrawFile, openPublished, publishesBets, readBets, recordsOf, stretchOf } from './published-log.ts'
import { askRelays } from './ask-relays.ts'
// oxlint-disable-next-line import/default -- the rule does not know `?worker&url`, for which Vite exports the address of the built worker
import smallChecker from './checker/small-checker.ts?worker&url'
// oxlint-disable-next-line import/default -- the rule does not know `?worker&url`, for which Vite exports the address of the built worker
import wholeChecker from './checker/whole-checker.ts?worker&url'

/** A stretch of log up to this length is read without being asked for: some hundred kilobytes. */
const shortStretch = 2_000
/** A check waits no longer than this to hear which witnesses the site has. */
const patienceMs = 15_000

/** What is asked: which draw, for whom, and whether all of the log between its records is read. */
export type Asked = {
  readonly drawId: string
  readonly player: string | null
  readonly isLogRead: boolean
}

/** What the site says of itself, perhaps still on its way. */
type Site = Promise<Pick<Output<typeof site>, 'beacon'>>

export type Checked = {
  readonly verdict: Verdict
  readonly file: DrawFile
  /** Records from the draw's schedule to its last word. */
  readonly stretch: number
  readonly isLogRead: boolean
  readonly tookMs: number
}

/** Gathers what is published and what this browser kept, and has it checked away from the page. */
export async function checkDraw(asked: Asked, site: Site): Promise<Checked> {
  const checker = openChecker()
  try {
    return await gatherAndCheck(asked, site, checker.check)
  } finally {
    checker.close()
  }
}

async function gatherAndCheck(
  { drawId, player, isLogRead }: Asked,
  site: Site,
  check: (task: Task) => Promise<Verdict>,
): Promise<Checked> {
  const beganMs = performance.now()
  const [published, { receipts: kept, note, heads }, { beacon }, policy] = await Promise.all([
    call(drawProof, { drawId }),
    evidenceOf(drawId, player),
    site,
    sitePolicy(),
  ])
  const found = published as DrawFile
  const receipts = kept.map(parseReceipt).filter((receipt) => receipt !== null)
  const [records, stretch, log] = [recordsOf(found), stretchOf(found), openPublished(found)]
  const readsLog = stretch > 0 && (isLogRead || stretch <= shortStretch)
  const [between, consistency, { bets, expectsBets }, relayed, mine] = await Promise.all([
    readsLog ? log.between() : null,
    log.consistency(receipts),
    betsOf(found, records),
    askRelays((document.documentElement.dataset.relays ?? '').split(' ').filter(Boolean), records, serverNow()),
    Promise.all(receipts.map((receipt) => withPayout(receipt, records))),
  ])
  const { checkpoint, entries, included } = between ?? log.shown()
  const verdict = await check({
    shown: { ...found, bets, consistency },
    log: { checkpoint, entries, included },
    mode: beacon === 'house' ? 'house-beacon' : 'public-beacon',
    pinnedKey: logKey.get(),
    policy,
    // By its own clock a phone that is set wrong would find every draw overdue.
    nowMs: serverNow(),
    note,
    heads,
    relayed,
    expectsBets,
    receipts: mine,
    due: dueOf({ rules: found.rules, bets }, records, mine),
  })
  if (verdict.verdict === 'pass') logKey.pin(found.operatorKey)
  const tookMs = performance.now() - beganMs
  return { verdict, file: { ...found, bets }, stretch, isLogRead: between !== null || stretch === 0, tookMs }
}

/** The witnesses that the site asks; whoever would rather choose their own uses the command line. */
async function sitePolicy(): Promise<Policy | null> {
  try {
    const response = await fetch('/fair/site.json', { signal: AbortSignal.timeout(patienceMs) })
    const { policy } = (await response.json()) as { policy: string | null }
    const read = policy === null ? null : parsePolicy(policy)
    return read && 'problem' in read ? null : read
  } catch {
    return null
  }
}

type Bets = Pick<DrawFile, 'bets'> & Pick<Task, 'expectsBets'>

/** All bets of a draw, from its file or from their own, and whether a site that has no such file withholds them. */
async function betsOf({ drawId, bets }: DrawFile, records: readonly LogRecord[]): Promise<Bets> {
  const expectsBets = !bets && publishesBets(records)
  return { bets: expectsBets ? await readBets(drawId) : bets, expectsBets }
}

/** Before one of these there is nothing to ask for, and this page asks again every few seconds. */
const paying: readonly LogRecord['type'][] = ['result', 'void', 'cancel']

/** What the player was paid, as their own bet orders tell it. */
async function withPayout(receipt: Receipt, records: readonly LogRecord[]): Promise<Task['receipts'][number]> {
  if (!records.some(({ type }) => paying.includes(type))) return { receipt, paid: null }
  const bet = await call(getBet, { id: receipt.bet.betId }).catch(() => null)
  return { receipt, paid: bet?.state === 'completed' ? bet.payout : null }
}

type Settled = Pick<DrawFile, 'rules' | 'bets'>

function dueOf({ rules, bets }: Settled, records: readonly LogRecord[], mine: Task['receipts']): Task['due'] {
  const result = records.find((record) => record.type === 'result' || record.type === 'shadow')
  const outcome = result?.body.outcome ?? []
  const leaves = [...(bets ?? []).filter(isBetLeaf), ...mine.map(({ receipt }) => receipt.bet)]
  return {
    outcome: outcome.join(),
    payouts: Object.fromEntries(leaves.map((bet) => [dueName(bet), pay(rules, bet, outcome)])),
  }
}

function pay(rules: Json, bet: BetLeaf, outcome: readonly number[]): Cents | null {
  try {
    return settleLeaf(rules, bet, outcome)
  } catch {
    // Not a rules document at all; the checker compares its hash and says so.
    return null
  }
}

/** A checker in a worker of its own. It is fetched and gets ready while the draw is being gathered. */
function openChecker() {
  const opened = hasEd25519().then(
    (has) => new Worker(workerAddress(has ? smallChecker : wholeChecker), { type: 'module' }),
  )
  const failed = opened.then((worker) => new Promise<never>((_, reject) => worker.addEventListener('error', reject)))
  // Told to whoever waits for a verdict; until then nobody does.
  failed.catch(() => undefined)
  const check = async (task: Task): Promise<Verdict> => {
    const worker = await opened
    const verdict = new Promise<Verdict>((resolve) =>
      worker.addEventListener('message', ({ data }: MessageEvent<Verdict>) => resolve(data)),
    )
    worker.postMessage(task, [])
    return Promise.race([verdict, failed])
  }
  const close = () => void opened.then((worker) => worker.terminate()).catch(() => undefined)
  return { check, close }
}

async function hasEd25519(): Promise<boolean> {
  try {
    return !!(await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']))
  } catch {
    return false
  }
}
