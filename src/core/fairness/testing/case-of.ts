import { openDrawCase, type DrawCase, type OwnEvidence, type PublicDraw } from '../check/draw-case.ts'
import type { NewRecord } from '../log.ts'
import { copyOf, entriesOf, evidence, sealLog, shownDraw, type Draft } from './genuine-draw.ts'
import { genuine } from './tamper.ts'

type Change = {
  /** Alters the genuine draft, or says which records the log holds instead. */
  readonly change?: (draft: Draft) => void | readonly NewRecord[]
  readonly own?: Partial<OwnEvidence>
  readonly shown?: Partial<PublicDraw>
}

/** What a step is given for a genuine draw that was changed. */
export function caseOf({ change, own, shown }: Change = {}): DrawCase {
  const draft = { ...copyOf(genuine), chain: genuine.chain }
  const records = change?.(draft) ?? entriesOf(draft)
  return openDrawCase({ ...shownDraw(draft, sealLog(records)), ...shown }, evidence(own))
}
