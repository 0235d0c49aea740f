import { describe, expect, test } from 'vitest'
import { packHash } from '../pack.ts'
import { caseOf } from '../testing/case-of.ts'
import { fixNumbers, refundBody, type Draft } from '../testing/genuine-draw.ts'
import { flip, genuine } from '../testing/tamper.ts'
import { fail, notChecked, pass, type Finding, type Reason } from './finding.ts'
import { beaconGenuine, commitmentOpens, outcomeRecomputes } from './number-steps.ts'

const { round, signature, outcome, randomness, seed } = genuine.result.body
const expected = outcome.join(' ')
const nothing = () => []
const { at } = genuine.settle

describe('without what it needs a step is not taken', () => {
  const refund = refundBody(genuine)
  const scheduled = ({ schedule }: Draft) => [schedule]
  const unclosed = ({ schedule, result }: Draft) => [schedule, result]
  const unscheduled = ({ close, result }: Draft) => [close, result]
  const voided = ({ schedule, close }: Draft) => [
    schedule,
    close,
    { at, type: 'void', body: { ...refund, reason: 'secret-lost' } } as const,
  ]
  const cancelled = ({ schedule }: Draft) => [
    schedule,
    { at, type: 'cancel', body: { ...refund, reason: 'storm' } } as const,
  ]

  const unknownChain = { shown: { chain: null } }

  test.each<[string, () => Finding, Reason]>([
    ['9 without a schedule', () => commitmentOpens(caseOf({ change: nothing })), 'no-schedule'],
    ['9 without a close record', () => commitmentOpens(caseOf({ change: scheduled })), 'no-close'],
    ['10 without a result', () => beaconGenuine(caseOf({ change: scheduled })), 'no-result'],
    ['10 of a void draw', () => beaconGenuine(caseOf({ change: voided })), 'draw-void'],
    ['10 of a cancelled draw', () => beaconGenuine(caseOf({ change: cancelled })), 'draw-cancel'],
    ['10 without a chain', () => beaconGenuine(caseOf(unknownChain)), 'no-chain'],
    ['11 without a result', () => outcomeRecomputes(caseOf({ change: scheduled })), 'no-result'],
    ['11 of a void draw', () => outcomeRecomputes(caseOf({ change: voided })), 'draw-void'],
    ['11 of a cancelled draw', () => outcomeRecomputes(caseOf({ change: cancelled })), 'draw-cancel'],
    ['11 without a close record', () => outcomeRecomputes(caseOf({ change: unclosed })), 'no-outcome'],
    ['11 without a schedule', () => outcomeRecomputes(caseOf({ change: unscheduled })), 'no-outcome'],
    ['11 without a chain', () => outcomeRecomputes(caseOf(unknownChain)), 'no-outcome'],
  ])('step %s', (_, finding, reason) => {
    expect(finding()).toEqual(notChecked(reason))
  })
})

test('step 9: the secret must be the committed one', () => {
  expect(commitmentOpens(caseOf())).toEqual(pass())
  const other = caseOf({ change: ({ close }) => void (close.body.secret = packHash('another')) })
  expect(commitmentOpens(other)).toEqual(fail('commit-differs'))
})

describe('step 10, the beacon', () => {
  test('is genuine, and its hash is the randomness', () => {
    expect(beaconGenuine(caseOf())).toEqual(pass({ round, relays: 0 }))
    const cut = caseOf({ change: ({ result }) => void (result.body.signature = 'f'.repeat(96)) })
    expect(beaconGenuine(cut)).toEqual(fail('signature-not-a-point'))
    const other = caseOf({ change: ({ result }) => void (result.body.randomness = flip(randomness)) })
    expect(beaconGenuine(other)).toEqual(fail('randomness-differs'))
    expect(beaconGenuine(caseOf({ own: { checkBeacon: () => ({ ok: true, randomness: seed }) } }))).toEqual(
      fail('randomness-differs'),
    )
  })

  test('is told alike by every relay', () => {
    const relay = { round, signature }
    const told = (...relayed: (typeof relay)[]) => beaconGenuine(caseOf({ own: { relayed } }))
    expect(told(relay, relay)).toEqual(pass({ round, relays: 2 }))
    expect(told(relay, { round: round + 1, signature })).toEqual(fail('relay-differs', { signature }))
    const another = flip(signature)
    expect(told(relay, { round, signature: another })).toEqual(fail('relay-differs', { signature: another }))
  })

  test('is verified here where the checker brings no check of its own', () => {
    const { checkBeacon: _, ...own } = caseOf().own
    const found = caseOf({ own: { ...own, checkBeacon: undefined as never } })
    expect(beaconGenuine(found)).toEqual(pass({ round, relays: 0 }))
  })
})

describe('step 11, the outcome', () => {
  const told = (change: (draft: Draft) => void) => outcomeRecomputes(caseOf({ change }))

  test('follows from the seed and the kind that its game draws', () => {
    expect(outcomeRecomputes(caseOf())).toEqual(pass({ outcome: expected }))
    expect(told(({ result }) => void (result.body.seed = flip(seed)))).toEqual(fail('seed-differs'))
    const unknown = told((draft) => {
      draft.schedule.body.game = 'k3_1m'
    })
    expect(unknown).toEqual(fail('kind-differs', { game: 'k3_1m', kind: 'dice3' }))
    const other = told((draft) => {
      draft.schedule.body.kind = 'digits5'
      fixNumbers(draft)
    })
    expect(other).toEqual(fail('kind-differs', { game: 'k3_5m', kind: 'digits5' }))
  })

  test('that differs is told beside the true one, with the corrections logged', () => {
    const turned = [7, ...outcome]
    const differs = { expected, found: turned.join(' ') }
    const change = ({ result }: Draft) => void (result.body.outcome = turned)
    expect(outcomeRecomputes(caseOf({ change }))).toEqual(fail('outcome-differs', { ...differs, corrections: 0 }))
    const corrected = ({ drawId, schedule, close, result }: Draft) => [
      schedule,
      close,
      { ...result, body: { ...result.body, outcome: turned } },
      { at, type: 'correction', body: { drawId, reason: 'misread', outcome, paidExtra: 0 } } as const,
    ]
    expect(outcomeRecomputes(caseOf({ change: corrected }))).toEqual(
      fail('outcome-differs', { ...differs, corrections: 1 }),
    )
  })

  test('is never taken from the result record', () => {
    const { numbers } = caseOf({ change: ({ result }) => void (result.body.outcome = [6, 6, 6, 6]) })
    expect(numbers).toEqual({ seed, outcome })
    const unfounded = caseOf({ change: ({ result }) => void (result.body.signature = 'f'.repeat(96)) })
    expect(unfounded.numbers).toBeNull()
  })
})
