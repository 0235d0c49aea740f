import { expect, test } from 'vitest'
import { settle } from './settle.ts'
import { readPlay } from './bets.ts'
import { allMarkets } from './families.ts'
import { playCode, positionsOf } from './market.ts'
import { parseCents } from '../money/cents.ts'
import { shownBy } from './trends.ts'

const results = {
  k3: [2, 2, 5],
  pk10: [3, 1, 4, 10, 5, 9, 2, 6, 8, 7],
  ssc: [8, 9, 0, 1, 1],
  x11_5: [11, 2, 7, 5, 1],
}

test.each(Object.entries(results))('%s shows exactly what a bet of one line would win', (family, result) => {
  const shown = shownBy(family as keyof typeof results, result).map(({ play, selection }) => `${play} ${selection}`)
  const winning = allMarkets
    .filter((market) => market.family === family && market.picks === null)
    .flatMap((market) =>
      positionsOf(market).flatMap((position) => {
        const play = playCode(market, position)
        return market.selections.flatMap((selection) => {
          const bet = { ...readPlay({ play, selection })!, stakePerLine: parseCents('1.00')!, oddsHundredths: 200 }
          return settle(bet, result).verdict === 'win' ? [`${play} ${selection}`] : []
        })
      }),
    )
  expect(shown.sort()).toEqual(winning.sort())
})
