import { expect, test } from 'vitest'
import { Refused } from '#contract/client'
import { Unanswered } from '../../../client.ts'
import { betsOf, choiceOf, selectionsOf } from './choice.ts'
import { parseCents } from '#core/money/cents'
import { type SentSlip, createSentSlips, mayBeBought, readBets, writtenBet } from './sent-slips.ts'

/** What a browser's tabs share. */
function sharedStore() {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const slip: SentSlip = {
  key: 'a',
  player: 'an',
  game: 'k3_5m',
  drawId: 'k3_5m:20261102:0145',
  rules: '',
  bets: [{ play: 'k3.sum_big_small', selection: 'big', stake: '5.00', odds: 196 }],
  repeatOrder: null,
  isLost: false,
}

test('a slip waits in every tab until its answer is known in one', () => {
  const store = sharedStore()
  const [one, other] = [createSentSlips(store), createSentSlips(store)]
  one.keep(slip)
  expect(other.waiting('an', 'k3_5m')).toEqual(slip)
  other.forget(slip.key)
  expect(one.waiting('an', 'k3_5m')).toBeUndefined()
})

test('a slip waits only for who sent it, on the game it is for', () => {
  const slips = createSentSlips(sharedStore())
  slips.keep(slip)
  expect(slips.waiting('binh', 'k3_5m')).toBeUndefined()
  expect(slips.waiting('an', 'k3_10m')).toBeUndefined()
})

test('slips that two tabs send at once do not displace each other', () => {
  const store = sharedStore()
  createSentSlips(store).keep(slip)
  createSentSlips(store).keep({ ...slip, key: 'b' })
  const slips = createSentSlips(store)
  slips.forget('a')
  expect(slips.waiting('an', 'k3_5m')?.key).toBe('b')
})

test('bets read back from a slip are those that were sent', () => {
  const bets = betsOf(
    selectionsOf(choiceOf([{ play: 'pk10.top2_pair', selection: '2,9,10' }, ...slip.bets])),
    parseCents('2.50')!,
  )
  expect(readBets({ ...slip, bets: bets.map(writtenBet) })).toEqual(bets)
})

test('no answer, a fault and a busy house leave open whether a slip was bought; a refusal says that it was not', () => {
  expect(mayBeBought(new Unanswered(), slip)).toBe(true)
  expect(mayBeBought(new Refused('fault'), slip)).toBe(true)
  expect(mayBeBought(new Refused('busy'), slip)).toBe(true)
  expect(mayBeBought(new Refused('betting_closed'), { isLost: true })).toBe(false)
  expect(mayBeBought(new Refused('insufficient_balance'), slip)).toBe(false)
})

test('a refusal from before the key was looked at says nothing about an earlier try', () => {
  for (const code of ['not_signed_in', 'session_broken', 'too_many_requests'] as const) {
    expect(mayBeBought(new Refused(code), { isLost: true })).toBe(true)
    expect(mayBeBought(new Refused(code), { isLost: false })).toBe(false)
  }
})
