import type { OwnEvidence } from '../check/draw-case.ts'
import { roundTimeMs } from '../beacon.ts'
import { signRound } from '../house-beacon.ts'
import { formatInstant, parseInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { packHash } from '../pack.ts'
import type { SignedRecord } from '../records.ts'
import { fixNumbers, fixPayouts, houseDraft, houseSecret, keptFrom, type Draft } from './genuine-draw.ts'

/** One way to cheat, and who notices. */
export type Tamper = {
  readonly how: string
  /** The steps that fail for a player with receipt and witness note, and no others. */
  readonly caught: readonly number[]
  /** Those that also fail for somebody who kept nothing. */
  readonly outside: readonly number[]
  readonly change: (draft: Draft) => void | readonly NewRecord[]
  readonly reseal?: (log: readonly SignedRecord[]) => SignedRecord[]
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

export function edited(line: SignedRecord): SignedRecord {
  return { ...line, record: { ...line.record, at: later(line.record.at, 1) } }
}
