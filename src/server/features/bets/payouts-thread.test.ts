import { expect, test } from 'vitest'
import { acceptedBet } from '#core/games/bets'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { pricesOf } from '#core/games/odds'
import { addToBook, openBook, payoutsOf } from '#core/rules/exposure'
import { mostOf } from './payouts-thread.ts'

/** A bet on every market at every position. */
const everything = (family: keyof typeof families) =>
  families[family].markets.flatMap((market) =>
    positionsOf(market).map((position) => {
      const selection = market.selections[0]!
      const odds = pricesOf(market).get(selection)!.oddsHundredths
      return acceptedBet({ play: playCode(market, position), selection, stake: 1_00n, odds })
    }),
  )

/** How much of the event loop `work` takes, at least: other processes share the machine, and the first run compiles. */
async function leastMs(work: () => unknown): Promise<number> {
  const costs: number[] = []
  for (let run = 0; run < 4; run++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    costs.push((user + system) / 1_000)
  }
  return Math.min(...costs)
}

test.each(['ssc', 'x11_5'] as const)(
  'the exact payout of a slip on every market of %s takes a tenth of the event loop that summing up takes, or less',
  async (family) => {
    const book = openBook(family)
    addToBook(book, ...everything(family))
    const { most } = payoutsOf(book)
    const summingMs = await leastMs(() => payoutsOf(book))
    const askingMs = await leastMs(async () => expect(await mostOf(book)).toBe(most))
    expect(askingMs).toBeLessThan(summingMs / 10)
  },
)

test.each(['k3', 'pk10'] as const)(
  'the exact payout of a slip on every market of %s is that of the sums',
  async (family) => {
    const book = openBook(family)
    addToBook(book, ...everything(family))
    expect(await mostOf(book)).toBe(payoutsOf(book).most)
  },
)
