import { expect, test } from 'vitest'
import { acceptedBet } from '../../games/bets.ts'
import { drawShapes } from '../../games/draw-shape.ts'
import { settle } from '../../games/settle.ts'
import { expectedReturn, returnsOf } from './returns.ts'

const bets = [
  acceptedBet({ play: 'k3.sum_big_small', selection: 'big', stake: 1_00n, odds: 196 }),
  acceptedBet({ play: 'k3.sum', selection: '3', stake: 3_00n, odds: 20_000 }),
]

test('what is expected is the mean over every outcome', () => {
  const pool = drawShapes.k3.pool
  let paid = 0n
  for (const a of pool)
    for (const b of pool)
      for (const c of pool) for (const bet of bets) paid += settle(bet, [a, b, c].map(Number)).payout
  expect(expectedReturn(bets)).toBeCloseTo(Number(paid) / 216, 6)
})

test('E6: fair draws are inside the band, draws that always pay too little are not', () => {
  const draws = 2_000
  const sums = (payOf: (draw: number) => number) => {
    const residues = Array.from({ length: draws }, (_, draw) => payOf(draw) - 97)
    return {
      turnover: BigInt(draws) * 100n,
      paid: BigInt(draws) * 97n + BigInt(Math.round(residues.reduce((sum, each) => sum + each, 0))),
      expected: BigInt(draws) * 97n,
      residueSquares: residues.reduce((sum, each) => sum + each ** 2, 0),
    }
  }
  const fair = returnsOf(sums((draw) => (draw % 2 === 0 ? 194 : 0)))!
  expect(fair).toMatchObject({ actual: 0.97, theory: 0.97 })
  expect(fair.least).toBeGreaterThan(0.9)
  expect(fair.most).toBeLessThan(1.04)
  const unfair = returnsOf(sums((draw) => (draw % 5 < 2 ? 194 : 0)))!
  expect(unfair.actual).toBeLessThan(unfair.least)
  expect(returnsOf({ turnover: 0n, paid: 0n, expected: 0n, residueSquares: 0 })).toBeNull()
})
