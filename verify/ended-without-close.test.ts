import { expect, test } from 'vitest'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import type { NewRecord } from '#core/fairness/log'
import * as made from '#core/fairness/testing/genuine-draw'
import { check } from './check.ts'
import { keptNothing } from './kept.ts'
import { checkDraws } from './mirror/check-draws.ts'
import { drafts, houseChecks, mirroredSite, records } from './testing/mirrored-site.ts'

const { site, held, show, open, mirrorOnce, told } = mirroredSite()
const draft = drafts[0]!
const lost: NewRecord = { at: draft.close.at, type: 'void', body: { ...made.refundBody(draft), reason: 'secret-lost' } }
const gone: readonly object[] = [draft.result.body, draft.settle.body]
const ended = records
  .filter(({ body }) => !gone.includes(body))
  .map((record) => (record.body === draft.close.body ? lost : record))

/** Step 8 of the draw that ended without a close, for somebody who trusts witnesses. */
async function step8(place: string) {
  const own = { ...houseChecks, kept: keptNothing, paid: null, settleBet: settleLeaf, nowMs: Date.now() }
  const checked = check([place, draft.drawId], { ...own, key: made.operatorKey, policy: made.testPolicy })
  const found = []
  for await (const { steps } of checked) found.push(...steps.filter(({ step }) => step === 8))
  return found
}

const upTo = ended.slice(0, ended.indexOf(lost) + 1)
const seen = { [upTo.length - 1]: made.witnessedLog(made.sealLog(upTo)).note }
const passed = [{ status: 'pass', facts: { witnesses: 'north south west' } }]

test('what witnesses signed for the record that ended a draw without a close is read from a site, and kept by a mirror', async () => {
  await show(ended)
  expect(await step8(site())).toMatchObject([{ status: 'fail', reason: 'ending-not-witnessed' }])
  await show(ended, { seen })
  expect(await step8(site())).toMatchObject(passed)
  await mirrorOnce()
  expect(await step8(held(''))).toMatchObject(passed)
})

test('a mirror that sees such a record at once waits a minute for the witnesses', async () => {
  let nowMs = Date.parse(lost.at) + 1_000
  await show(upTo)
  const checker = await open({ patienceMs: 60_000, clock: () => nowMs })
  await checkDraws(checker)
  expect(told('checked')).toEqual([])
  await show(upTo, { seen })
  nowMs += 60_000
  await checkDraws(checker)
  expect(told('checked')).toEqual([{ event: 'checked', draws: 1, failed: 0 }])
  expect(await step8(held(''))).toMatchObject(passed)
})
