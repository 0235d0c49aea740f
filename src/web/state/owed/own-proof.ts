import { liabilityTotals, myLiabilities } from '#contract/money/liabilities'
import { me } from '#contract/people/me'
import { hourMs } from '#core/fairness/liabilities/hours'
import { type PathFile, totalOf } from '#core/fairness/liabilities/path-file'
import type { Body } from '#core/fairness/records'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { parseProofFile } from '#core/fairness/tlog/proof-file'
import { call } from '../../client.ts'
import { serverNow } from '../clock.ts'
import { keepCheckpoint, keptForks } from '../checkpoints.ts'
import { compareKept } from '../compare-checkpoints.ts'
import { type KeptCheckpoint, answered, stores } from '../evidence-stores.ts'
import { logKey } from '../public-log.ts'
import { askChecker } from './ask-checker.ts'
import { type KeptProof, type Problem, dropFailed, keepProof, keptProofs } from './kept-proofs.ts'
import { leftOutAt } from './left-out.ts'

/** Who asks: the id files what is kept, the account's name is part of every leaf; nobody is owed anything before there is an account. */
export type Owner = { readonly id: string; readonly account: string; readonly createdAt: number }

export type OwnProof = {
  readonly state: 'none' | 'fits' | 'fails'
  /** The newest proof, or one that failed and still does. Null where there is none yet. */
  readonly shown: KeptProof | null
  /** When a newer proof was made that everybody sees and in which the player is shown no part; null where that is not so. */
  readonly leftOutAt: number | null
  /** What the public log says of that hour, where the file leads to it. */
  readonly record: Body<'liabilities'> | null
  /** Whether the log extends what this browser saw of it before; null where that could not be told just now. */
  readonly isLogSame: boolean | null
  /** Whether an hour passed without a proof since then. */
  readonly isLate: boolean
  /** Whether the house could not be asked, so that this is what the browser keeps. */
  readonly isOld: boolean
}

/** A proof takes minutes; this long after its hour began the next one is missed. */
const lateMs = hourMs + 10 * 60_000

const noProof: OwnProof = {
  state: 'none',
  shown: null,
  leftOutAt: null,
  record: null,
  isLogSame: null,
  isLate: false,
  isOld: false,
}

/** Asks for the newest proof of what the player is owed, checks it, and keeps it. */
export async function checkOwnProof(owner: Owner): Promise<OwnProof> {
  // A browser that stores nothing, as in some private windows, still checks.
  const kept = await keptProofs(owner.id).catch(() => [])
  const last = kept.findLast(({ problem }) => problem === null)
  const answer = await call(myLiabilities, {}).catch((error: unknown) => {
    if (kept.length === 0) throw error
    return null
  })
  const asked = answer?.proof && (await checkAnswer(owner, answer.proof, kept))
  const failed = await stillFailed(owner, kept)
  if (failed) {
    const { record } = await check(owner, failed, null)
    return told({ shown: failed, record, isLogSame: null }, { isOld: !answer })
  }
  if (asked) return told(asked, { isOld: false })
  const own = last ? told(await check(owner, last, null), { isOld: !answer }) : noProof
  const left = answer && (await leftOutOf(owner, last))
  return left ? { ...own, state: 'fails', leftOutAt: left } : own
}

/** Whether the house, which shows the player no proof, shows one to everybody. */
async function leftOutOf({ createdAt }: Owner, last: KeptProof | undefined): Promise<number | null> {
  const { newest } = await call(liabilityTotals, {}).catch(() => ({ newest: null }))
  return leftOutAt({ newest, last, createdAt, nowMs: serverNow() })
}

/** A proof that failed, unless the house has shown one of that hour since that fits: then the money was counted after all. */
async function stillFailed(owner: Owner, kept: readonly KeptProof[]): Promise<KeptProof | null> {
  const failed = kept.findLast(({ problem }) => problem !== null)
  if (!failed) return null
  const { proof } = await call(myLiabilities, { number: failed.number }).catch(() => ({ proof: null }))
  if (!proof) return failed
  const before = heldOf(kept, failed.number)
  const { shown } = await check(owner, { ...failed, problem: null, file: proof.file }, before)
  if (stateOf(shown) !== 'fits') return failed
  await dropFailed(failed)
  return null
}

const heldOf = (kept: readonly KeptProof[], number: number) =>
  kept.find((each) => each.problem === null && each.number === number) ?? null

/** Where this hour's proof is not there yet, it is asked for again after this long. */
const againMs = 10 * 60_000
let quietUntilMs = 0
let isChecking = false

/** Checks without being asked, once for each hour's proof. */
export async function checkSilently(): Promise<void> {
  const nowMs = serverNow()
  // Two draws may close before the first check is through.
  if (isChecking || nowMs < quietUntilMs) return
  isChecking = true
  try {
    const { shown } = await checkOwnProof(await call(me, {}))
    const isOfThisHour = shown !== null && hourOf(shown.at) === hourOf(nowMs)
    quietUntilMs = isOfThisHour ? hourOf(nowMs) + hourMs : nowMs + againMs
  } finally {
    isChecking = false
  }
}

type Checked = Pick<OwnProof, 'record' | 'isLogSame'> & { readonly shown: KeptProof }
type Answered = { readonly number: number; readonly at: number; readonly file: PathFile }

async function checkAnswer(owner: Owner, { number, at, file }: Answered, kept: KeptProof[]): Promise<Checked> {
  const isGone = kept.some((each) => each.problem === null && each.number > number)
  const problem = isGone ? 'proof-gone' : null
  const checked = await check(owner, { player: owner.id, number, at, problem, file }, heldOf(kept, number))
  // Who was owed nothing has no leaf, so there is nothing to keep.
  if (stateOf(checked.shown) !== 'none') await keepProof(checked.shown).catch(() => undefined)
  return checked
}

/** Checks a proof against the public log that this browser follows, and against what it was told of that hour before. */
async function check({ account }: Owner, shown: KeptProof, before: KeptProof | null): Promise<Checked> {
  const { file } = shown
  const known = { account, key: logKey.get(), ...(before && { owed: before.file.owed }) }
  const { problem, record } = await askChecker({ file, known })
  const as = (found: Problem | null) => ({ ...shown, problem: shown.problem ?? found })
  if (problem) return { shown: as(problem), record, isLogSame: null }
  logKey.pin(file.operatorKey)
  const isLogSame = await isSameLog(parseProofFile(file.record)!.checkpoint).catch(() => null)
  return { shown: as(isLogSame === false ? 'two-logs' : null), record, isLogSame }
}

async function isSameLog(note: string): Promise<boolean | null> {
  const { origin, size } = parseCheckpoint(parseNote(note)!.text)!
  await keepCheckpoint(note)
  await compareKept()
  if ((await keptForks()).length > 0) return false
  const { checkpoints } = await stores('readonly')
  const kept = (await answered(checkpoints.getAll())) as KeptCheckpoint[]
  return kept.some((each) => each.isCompared && each.origin === origin && each.size >= size) || null
}

const stateOf = ({ problem, file }: KeptProof) =>
  problem !== null ? 'fails' : totalOf(file.owed) === 0 ? 'none' : 'fits'

function told(checked: Checked, { isOld }: { isOld: boolean }): OwnProof {
  const { at } = checked.shown
  return {
    ...checked,
    leftOutAt: null,
    state: stateOf(checked.shown),
    isOld,
    isLate: serverNow() >= hourOf(at) + lateMs,
  }
}

/** A proof is called by the full hour that it is of. */
const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs
