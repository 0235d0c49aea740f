import type { OwnEvidence } from '../check/draw-case.ts'
import { roundTimeMs } from '../beacon.ts'
import { signRound } from '../house-beacon.ts'
import { formatInstant, parseInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { packHash } from '../pack.ts'
import { fixNumbers, fixPayouts, houseDraft, houseSecret, keptFrom } from './genuine-draw.ts'
import type { Draft, Sealed, ShownLog } from './genuine-draw.ts'

/** The steps that fail for each of four readers, and no others. */
export type Caught = {
  /** Somebody who kept a receipt, a note of the close and running heads, and trusts witnesses. */
  readonly everything: readonly number[]
  readonly receipt: readonly number[]
  /** Somebody who kept nothing and trusts witnesses. */
  readonly policy: readonly number[]
  readonly nothing: readonly number[]
}

/** One way to cheat, and who notices. */
export type Tamper = {
  readonly how: string
  readonly caught: Caught
  readonly change: (draft: Draft) => void | readonly NewRecord[]
  /** Changes what is shown of the log, without signing it again. */
  readonly reshow?: (log: ShownLog) => ShownLog
  /** What the operator shows as the checkpoint that witnesses saw, where it is not the one they saw of the genuine log. */
  readonly seen?: (log: Sealed) => string | null
  readonly own?: Partial<OwnEvidence>
}

/** The draw that is tampered with, and what a player kept from it while it was genuine. */
export const genuine = houseDraft()
export const kept = keptFrom(genuine)
export const roundMs = roundTimeMs(genuine.chain, genuine.result.body.round)

export function later(at: string, ms: number): string {
  return formatInstant(parseInstant(at)! + ms)
}

export function flip(hex: string): string {
  return (hex[0] === '0' ? '1' : '0') + hex.slice(1)
}

/** Another secret with a result the operator likes better. */
export function steer(draft: Draft): void {
  draft.close.body.secret = packHash('a better secret')
  fixNumbers(draft)
  fixPayouts(draft)
}

export function retryRound(draft: Draft, round: number): void {
  draft.result.body.round = round
  draft.result.body.signature = signRound(houseSecret, round)
  fixNumbers(draft)
  fixPayouts(draft)
}

export function instead(draft: Draft, entry: NewRecord): NewRecord[] {
  return [...draft.before, draft.schedule, draft.close, entry]
}
