import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/cents.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { readLog, type NewRecord } from './log.ts'
import { isSignedBy } from './signatures.ts'
import { betLeafHash } from './bets.ts'
import { inclusionProof } from './merkle.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import vectors from './testing/drand-quicknet.json' with { type: 'json' }
import * as made from './testing/genuine-draw.ts'
import { verifyDraw, type Verdict } from './verify.ts'

const house = made.houseDraft()
const status = ({ steps }: Verdict) => Object.fromEntries(steps.map((step) => [step.step, step.status]))
const reasonOf = ({ steps }: Verdict, step: number) => steps[step - 1]!.reason
const later = (at: string, ms: number) => formatInstant(parseInstant(at)! + ms)
const everyStep = Array.from({ length: 16 }, (_, at) => at + 1)

test.each(vectors.positive.slice(4))('a genuine draw on public round $round passes all sixteen steps', (beacon) => {
  const draft = made.quicknetDraft(beacon)
  const own = made.evidence({ mode: 'public-beacon', ...made.keptFrom(draft), relayed: [beacon, beacon] })
  const verdict = verifyDraw(made.shownDraw(draft), own)
  expect(status(verdict)).toEqual(Object.fromEntries(everyStep.map((step) => [step, 'pass'])))
  expect(verdict).toMatchObject({ verdict: 'pass', mode: 'public-beacon', outcome: draft.result.body.outcome })
})

test('on a house beacon all passes but the step that only a public beacon can pass', () => {
  const verdict = verifyDraw(made.shownDraw(house), made.evidence(made.keptFrom(house)))
  const not = verdict.steps.filter((step) => step.status !== 'pass')
  expect(not).toMatchObject([{ step: 4, status: 'not-checked', reason: 'operator-run-beacon' }])
  expect(verdict).toMatchObject({ verdict: 'pass', mode: 'house-beacon' })
})

test('what nobody brought is not checked, and never passed', () => {
  const shown = { ...made.shownDraw(house), bets: null, rules: null }
  const verdict = verifyDraw(shown, made.evidence({ pinnedKey: null, settleBet: null }))
  expect(Object.fromEntries(verdict.steps.filter((s) => s.status !== 'pass').map((s) => [s.step, s.reason]))).toEqual({
    1: 'no-pinned-key',
    4: 'operator-run-beacon',
    8: 'no-witness-note',
    12: 'no-receipt',
    13: 'no-receipt',
    14: 'no-bets-file',
    15: 'no-receipt',
    16: 'no-bets-file',
  })
})

test('an unknown draw fails as one that was never scheduled', () => {
  const verdict = verifyDraw({ ...made.shownDraw(house), drawId: 'k3_5m:20250101:0001' }, made.evidence())
  expect(reasonOf(verdict, 3)).toBe('no-schedule')
  expect(verdict.mode).toBe('unknown')
})

test('a house chain that does not fit the hash in the schedule is not taken', () => {
  const chain = { ...made.testHouse, genesisSec: made.testHouse.genesisSec + 3 }
  const verdict = verifyDraw({ ...made.shownDraw(house), chain }, made.evidence())
  expect(reasonOf(verdict, 4)).toBe('unknown-chain')
  expect(reasonOf(verdict, 10)).toBe('no-chain')
})

test('a proof does for the bets file, for one bet', () => {
  const { receipt } = made.keptFrom(house)
  const proof = inclusionProof(house.bets.map(betLeafHash), 1).map(bytesToHex)
  const shown = { ...made.shownDraw(house), bets: null }
  expect(status(verifyDraw(shown, made.evidence({ receipt, proof })))[13]).toBe('pass')
  expect(reasonOf(verifyDraw(shown, made.evidence({ receipt, proof: proof.slice(1) })), 13)).toBe('bet-not-in-root')
  expect(reasonOf(verifyDraw(shown, made.evidence({ receipt, proof: ['x'] })), 13)).toBe('proof-false')
  expect(reasonOf(verifyDraw(shown, made.evidence({ receipt })), 13)).toBe('no-bets-file')
})

test('with records left out the order of the log is not shown, and nothing is claimed about it', () => {
  const [, schedule, close, result, settle, after] = made.sealLog(made.entriesOf(house))
  const lines = [schedule!, close!, result!, after!]
  const log = readLog({ lines, key: made.operatorKey, signatures: { drawId: house.drawId }, isSignedBy })
  const verdict = verifyDraw({ ...made.shownDraw(house), log }, made.evidence())
  expect(reasonOf(verdict, 2)).toBe('log-has-gaps')
  expect(reasonOf(verdict, 3)).toBe('not-finished')
  const all = readLog({
    lines: [schedule!, close!, result!, settle!],
    key: made.operatorKey,
    signatures: 'all',
    isSignedBy,
  })
  expect(verifyDraw({ ...made.shownDraw(house), log: all }, made.evidence()).verdict).toBe('pass')
})

describe('a draw without a result', () => {
  const end = (entry: NewRecord, extra: NewRecord[] = []) =>
    made.shownDraw(house, made.sealLog([...house.before, house.schedule, house.close, entry, ...extra]))
  const noBeacon: NewRecord = {
    at: later(house.schedule.body.draws[0]!.drawsAt, 7 * 86_400_000 + 60_000),
    type: 'void',
    body: { ...made.refundBody(house), reason: 'beacon-unavailable' },
  }
  const { receipt, paidToMe } = made.keptFrom(house)
  const stake = BigInt(house.bets[1]!.stake) as Cents

  test('is void after a week without a beacon, and everybody has the stake back', () => {
    const verdict = verifyDraw(end(noBeacon), made.evidence({ receipt, paidToMe: stake }))
    expect(verdict.verdict).toBe('pass')
    expect(status(verdict)).toMatchObject({ 3: 'pass', 7: 'not-checked', 10: 'not-checked', 15: 'pass', 16: 'pass' })
    expect(reasonOf(verifyDraw(end(noBeacon), made.evidence({ receipt, paidToMe: (stake - 1n) as Cents })), 15)).toBe(
      'payout-differs',
    )
  })

  test('has its shadow result checked when the beacon comes after all', () => {
    const shadow: NewRecord = { at: later(noBeacon.at, 60_000), type: 'shadow', body: house.result.body }
    const due = paidToMe > stake ? paidToMe : stake
    const verdict = verifyDraw(end(noBeacon, [shadow]), made.evidence({ receipt, paidToMe: due }))
    expect(status(verdict)).toMatchObject({ 3: 'pass', 10: 'pass', 11: 'pass', 15: 'pass', 16: 'pass' })
    const wrong: NewRecord = { ...shadow, body: { ...house.result.body, outcome: [6, 6, 6] } }
    expect(reasonOf(verifyDraw(end(noBeacon, [wrong]), made.evidence()), 11)).toBe('outcome-differs')
  })

  test('must give back every stake', () => {
    const short: NewRecord = { ...noBeacon, body: { ...noBeacon.body, refundTotal: 1 } as never }
    expect(reasonOf(verifyDraw(end(short), made.evidence()), 16)).toBe('refund-differs')
  })

  test('may be cancelled before betting ends', () => {
    const cancel: NewRecord = {
      at: later(house.schedule.body.draws[0]!.closesAt, -1),
      type: 'cancel',
      body: { ...made.refundBody(house), reason: 'emergency stop' },
    }
    const shown = made.shownDraw(house, made.sealLog([...house.before, house.schedule, cancel]))
    expect(verifyDraw(shown, made.evidence({ receipt, paidToMe: stake })).verdict).toBe('pass')
    const late = made.shownDraw(
      house,
      made.sealLog([...house.before, house.schedule, { ...cancel, at: house.close.at }]),
    )
    expect(reasonOf(verifyDraw(late, made.evidence()), 3)).toBe('cancel-after-close')
  })

  test('may be void for a late close, if it was late', () => {
    const lateClose: NewRecord = {
      at: house.result.at,
      type: 'void',
      body: { ...made.refundBody(house), reason: 'late-close' },
    }
    const log = made.sealLog([...house.before, house.schedule, lateClose])
    expect(verifyDraw(made.shownDraw(house, log), made.evidence()).verdict).toBe('pass')
  })

  test('for a late close gives the stake back, to the cent', () => {
    const at = house.result.at
    const body = { ...made.refundBody(house), reason: 'late-close' as const }
    const log = made.sealLog([...house.before, house.schedule, { ...house.close, at }, { at, type: 'void', body }])
    const paid = (cents: bigint) =>
      verifyDraw(made.shownDraw(house, log), made.evidence({ receipt, paidToMe: cents as Cents }))
    expect(paid(stake).verdict).toBe('pass')
    expect(reasonOf(paid(stake + 1n), 15)).toBe('payout-differs')
  })

  test('may be skipped where nobody bet, and a receipt shows that somebody did', () => {
    const skip: NewRecord = { at: house.result.at, type: 'skip', body: { drawId: house.drawId } }
    const log = made.sealLog([...house.before, house.schedule, skip])
    const empty = { ...made.shownDraw(house, log), bets: [] }
    const verdict = verifyDraw(empty, made.evidence())
    expect(verdict.verdict).toBe('pass')
    expect(status(verdict)).toMatchObject({ 3: 'pass', 7: 'not-checked', 11: 'not-checked', 16: 'pass' })
    expect(reasonOf(verifyDraw(empty, made.evidence({ receipt })), 13)).toBe('bet-not-in-root')
    expect(reasonOf(verifyDraw(made.shownDraw(house, log), made.evidence()), 16)).toBe('refund-differs')
  })
})

test('the same draw with other bets has the same outcome', () => {
  const other = made.copyOf(house)
  other.bets.length = 2
  made.fixBets(other)
  made.fixPayouts(other)
  const verdict = verifyDraw(made.shownDraw(other), made.evidence())
  expect(verdict).toMatchObject({ verdict: 'pass', outcome: house.result.body.outcome })
})
