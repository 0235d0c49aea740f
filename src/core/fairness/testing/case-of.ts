import { openDrawCase, type DrawCase, type OwnEvidence, type PublicDraw } from '../check/draw-case.ts'
import { noRecord, readLog, recordHash, type NewRecord } from '../log.ts'
import type { LogRecord, SignedRecord } from '../records.ts'
import { copyOf, entriesOf, evidence, operatorKey, type Draft } from './genuine-draw.ts'
import { genuine } from './tamper.ts'

type Change = {
  /** Alters the genuine draft, or says which records the log holds instead. */
  readonly change?: (draft: Draft) => void | readonly NewRecord[]
  readonly own?: Partial<OwnEvidence>
  readonly shown?: Partial<PublicDraw>
}

const noSignature = '0'.repeat(128)

/** Chains records without signing them, for tests of what comes after the signatures. */
export function chained(entries: readonly NewRecord[]): SignedRecord[] {
  const lines: SignedRecord[] = []
  let prev = noRecord
  for (const [seq, entry] of entries.entries()) {
    const record: LogRecord = { v: 1, seq, prev, ...entry }
    prev = recordHash(record)
    lines.push({ record, sig: noSignature })
  }
  return lines
}

/** What a step is given for a genuine draw that was changed: quick, because no signature is made or checked. */
export function caseOf({ change, own, shown }: Change = {}): DrawCase {
  const draft = { ...copyOf(genuine), chain: genuine.chain }
  const entries = change?.(draft) ?? entriesOf(draft)
  const log = readLog({ lines: chained(entries), key: operatorKey, signatures: 'all', isSignedBy: () => true })
  const { drawId, chain, rules, bets } = draft
  return openDrawCase({ drawId, log, operatorKey, keyChanges: [], chain, rules, bets, ...shown }, evidence(own))
}
