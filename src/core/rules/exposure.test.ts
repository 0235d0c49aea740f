import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bet, stakeOf } from '../games/bets.ts'
import type { Family } from '../games/catalogue.ts'
import { drawShapes, eachOutcome, range } from '../games/draw-shape.ts'
import { families } from '../games/families.ts'
import { type Market, playCode, positionsOf } from '../games/market.ts'
import { settle } from '../games/settle.ts'
import { betOn } from '../games/testing/bet-on.ts'
import { sumCents } from '../money/cents.ts'
import { addToBook, bookFrom, bookOf, openBook, payoutBound, payoutsOf, stakedIn } from './exposure.ts'

const bet = (play: string, selection: string, stake: bigint): Bet => betOn(play, selection, { stake })

const anyBet = (markets: readonly Market[]): fc.Arbitrary<Bet> =>
  fc.constantFrom(...markets).chain((market) =>
    fc
      .record({
        position: fc.constantFrom(...positionsOf(market)),
        selection: fc.constantFrom(...market.selections),
        stake: fc.bigInt({ min: 1n, max: 99_999n }),
      })
      .map(({ position, selection, stake }) => bet(playCode(market, position), selection, stake)),
  )

/** The slow way: settle everything under every outcome. */
function bruteRange(family: Family, bets: readonly Bet[]): { least: bigint; most: bigint } {
  const shape = drawShapes[family]
  let [least, most] = [2n ** 63n, -1n]
  eachOutcome(shape, shape.places, (outcome) => {
    const paid = sumCents(bets.map((one) => settle(one, outcome).payout))
    if (paid < least) least = paid
    if (paid > most) most = paid
  })
  return { least, most }
}

describe('what a book can pay', () => {
  test('an empty book pays nothing', () => {
    expect(payoutsOf(openBook('pk10'))).toEqual({ least: 0n, most: 0n })
    expect(payoutBound(openBook('ssc'))).toBe(0n)
    expect(stakedIn(openBook('ssc'))).toBe(0n)
  })

  test('every bet on dice is within the exact range of all 216 outcomes', () => {
    fc.assert(
      fc.property(fc.array(anyBet(families.k3.markets), { minLength: 1, maxLength: 8 }), (bets) => {
        const book = bookOf('k3', bets)
        const exact = bruteRange('k3', bets)
        expect(payoutsOf(book)).toEqual(exact)
        expect(payoutBound(book)).toBeGreaterThanOrEqual(exact.most)
        expect(stakedIn(book)).toBe(sumCents(bets.map(stakeOf)))
        // Sums that went over the wire make the same book again.
        const summed = [...book.stacks.values()].map(({ market, position, pays, staked }) => ({
          market,
          position,
          pays,
          staked,
        }))
        expect(bookFrom('k3', summed)).toEqual(book)
      }),
      { numRuns: 60 },
    )
  })

  test.each(['ssc', 'x11_5'] as const)('bets on %s: exact against every outcome', (family) => {
    // Long picks are slow to settle anew 55,440 times; pick2 stands for them.
    const quick = families[family].markets.filter(({ code }) => !/^pick[3-8]$/.test(code))
    fc.assert(
      fc.property(fc.array(anyBet(quick), { minLength: 2, maxLength: 4 }), (bets) => {
        const exact = bruteRange(family, bets)
        expect(payoutsOf(bookOf(family, bets))).toEqual(exact)
        expect(payoutBound(bookOf(family, bets))).toBeGreaterThanOrEqual(exact.most)
      }),
      { numRuns: 4 },
    )
  })

  test('bets on a smaller race of the same rules: exact against every permutation of what they read', () => {
    const markets = families.pk10.markets
    fc.assert(
      fc.property(fc.array(anyBet(markets), { minLength: 1, maxLength: 3 }), (bets) => {
        const places = [...new Set(bets.flatMap(({ market, position }) => market.reads(position)))]
        if (places.length > 4) return
        let [least, most] = [2n ** 63n, -1n]
        eachOutcome(drawShapes.pk10, places.length, (seen) => {
          const result = range(0, 9).map((place) => seen[places.indexOf(place)] ?? NaN)
          const paid = sumCents(bets.map((one) => settle(one, result).payout))
          if (paid < least) least = paid
          if (paid > most) most = paid
        })
        expect(payoutsOf(bookOf('pk10', bets))).toEqual({ least, most })
      }),
      { numRuns: 40 },
    )
  })

  test('a car backed at every place always wins exactly once, though no place alone guarantees it', () => {
    const bets = range(1, 10).map((place) => bet(`pk10.position_number@${place}`, '7', 1_000n))
    expect(payoutsOf(bookOf('pk10', bets))).toEqual({ least: 9_800n, most: 9_800n })
    expect(payoutBound(bookOf('pk10', bets))).toBe(98_000n)
  })

  test('the whole race at once stays exact: champion, pairs and dragons are linked', () => {
    const bets = [
      ...range(1, 5).map((place) => bet(`pk10.dragon_tiger@${place}`, 'dragon', 1_000n)),
      ...range(1, 10).map((place) => bet(`pk10.position_number@${place}`, '10', 100n)),
      bet('pk10.sum12', '19', 100n),
      bet('pk10.top2_pair', '1,2', 100n),
    ]
    // Most: 10 and 9 lead, so the sum pays, one place holds car 10, and all five dragons are possible.
    expect(payoutsOf(bookOf('pk10', bets))).toEqual({ least: 980n, most: 5n * 1_960n + 980n + 4_365n })
  })

  test('a push gives back the stakes of its market, and only those', () => {
    const bets = [bet('ssc.dragon_tiger', 'dragon', 1_000n), bet('ssc.tie', 'tie', 10n)]
    expect(payoutsOf(bookOf('ssc', bets))).toEqual({ least: 0n, most: 1_960n })
    const flat = { ...bet('ssc.dragon_tiger', 'dragon', 1_000n), oddsHundredths: 50 }
    expect(payoutBound(bookOf('ssc', [flat]))).toBe(1_000n)
    expect(payoutBound(bookOf('k3', [{ ...bet('k3.sum', '3', 1_000n), oddsHundredths: 50 }]))).toBe(500n)
  })

  test('the bound is exact where one selection of one market wins, and counts only so many winners as can be', () => {
    expect(
      payoutBound(
        bookOf(
          'k3',
          range(3, 18).map((sum) => bet('k3.sum', String(sum), 100n)),
        ),
      ),
    ).toBe(20_700n)
    const faces = bookOf(
      'k3',
      range(1, 6).map((face) => bet('k3.any_face', String(face), 100n * BigInt(face))),
    )
    expect(payoutBound(faces)).toBe(232n * (6n + 5n + 4n))
  })

  test('bets of another family are refused as a fault', () => {
    expect(() => addToBook(openBook('ssc'), bet('k3.sum', '3', 1n))).toThrow('cannot share a draw')
  })

  test('a payout that no plain number can hold is a fault, never a wrong figure', () => {
    const paying = (payout: bigint) => bookOf('k3', [betOn('k3.sum', '3', { stake: payout, odds: 100 })])
    expect(payoutsOf(paying(2n ** 53n - 1n)).most).toBe(2n ** 53n - 1n)
    expect(() => payoutsOf(paying(2n ** 53n))).toThrow(RangeError)
  })
})
