import { parseInstant } from '../instant.ts'
import type { Entry } from '../log.ts'
import type { Body } from '../records.ts'
import { totalOf } from './path-file.ts'

export const hourMs = 3_600_000

export type HoursProblem =
  /** A number is missing or stands twice: players could be shown different proofs of one hour. */
  | 'number-out-of-order'
  /** An instant that is not after the one before, after its own record, or in the hour of another proof. */
  | 'instant-out-of-order'
  | 'names-differ'
  /** The ledger's head is not between the heads that the log published before and after it, or has another hash. */
  | 'ledger-contradicted'

type Proof = Body<'liabilities'>

export type HoursVerdict = {
  readonly problem: { readonly code: HoursProblem; readonly number: number } | null
  readonly proofs: readonly Proof[]
  /** The beginnings of the hours between the first and the last proof that have none. */
  readonly missed: readonly number[]
}

/** Checks all proofs of a log against each other and against the heads of the ledger in the same log. */
export function checkHours(entries: readonly Entry[]): HoursVerdict {
  const proofs: Proof[] = []
  const missed: number[] = []
  const ledger = openHeads()
  let problem: HoursVerdict['problem'] = null
  for (const { record } of entries) {
    if (problem) break
    const atMs = parseInstant(record.at)!
    if (record.type === 'head' && record.body.book === 'ledger' && !ledger.published(record.body, atMs))
      problem = { code: 'ledger-contradicted', number: proofs.at(-1)?.number ?? 0 }
    if (record.type !== 'liabilities') continue
    const { body } = record
    const code = orderProblem(body, proofs.at(-1), atMs) ?? (ledger.stoodAt(body) ? null : 'ledger-contradicted')
    if (code) problem = { code, number: body.number }
    missed.push(...hoursBetween(proofs.at(-1), body))
    proofs.push(body)
  }
  return { problem, proofs, missed }
}

type Head = { readonly number: number; readonly hash: string }

/** A head may be published while a proof is being built, which takes seconds; nodes' clocks differ by less than the rest. */
const slackMs = 60_000

/** The chain of seals only grows, and a number has one hash: what a log says of its heads must agree with that. */
function openHeads() {
  const hashes = new Map<number, string>()
  const told: { readonly number: number; readonly atMs: number }[] = []
  let proven = 0
  const isKnown = ({ number, hash }: Head) => {
    const known = hashes.get(number) ?? hash
    hashes.set(number, known)
    return known === hash
  }
  return {
    /** Whether a head fits what was told before it. */
    published(head: Head, atMs: number): boolean {
      const fits = isKnown(head) && head.number >= proven && head.number >= (told.at(-1)?.number ?? 0)
      told.push({ number: head.number, atMs })
      return fits
    },
    stoodAt({ ledger, instant }: Proof): boolean {
      const before = told.findLast(({ atMs }) => atMs <= parseInstant(instant)! - slackMs)?.number ?? 0
      const least = Math.max(proven, before)
      if (!ledger) return least === 0
      proven = ledger.number
      return isKnown(ledger) && ledger.number >= least
    },
  }
}

function orderProblem(proof: Proof, former: Proof | undefined, recordedMs: number): HoursProblem | null {
  if (former && proof.number !== former.number + 1) return 'number-out-of-order'
  const atMs = parseInstant(proof.instant)!
  if (atMs > recordedMs || (former && hourOf(proof) <= hourOf(former))) return 'instant-out-of-order'
  return totalOf(proof) === proof.total ? null : 'names-differ'
}

function hourOf({ instant }: Proof): number {
  return Math.floor(parseInstant(instant)! / hourMs)
}

function hoursBetween(former: Proof | undefined, proof: Proof): number[] {
  if (!former) return []
  const [from, to] = [hourOf(former) + 1, hourOf(proof)]
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => (from + at) * hourMs)
}
