import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { money, paymentPassword, withdrawer } from '../../testing/money.ts'

/** `RACE_ROUNDS=1000` for the long run; each round is a player of its own. */
const rounds = Number(process.env.RACE_ROUNDS ?? 3)

let house: DrawHouse
beforeAll(async () => void (house = await openDrawHouse({ rateLimitFactor: 1_000_000 })))
afterAll(() => house.close())

test(
  `B1, J9: of ten bets and ten withdrawals that each want the whole balance one gets it, in each of ${rounds} rounds`,
  async () => {
    const won = { bet: 0, withdrawal: 0 }
    for (let round = 0; round < rounds; round++) {
      const player = await withdrawer(house, '20.00')
      const period = await periodNow(player, 'k3_10m')
      const spends = Array.from({ length: 10 }, () => [
        () => bet(player, period, { bets: ['k3.sum_big_small big 20.00'] }).then(() => 'bet' as const),
        () =>
          player
            .call(
              requestWithdrawal,
              { walletId: player.walletId, amount: money('20.00'), paymentPassword },
              randomUUID(),
            )
            .then(() => 'withdrawal' as const),
      ]).flat()
      const results = await Promise.allSettled(spends.map((spend) => spend()))
      const done = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      const refused = new Set(results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : [])))
      expect(done).toHaveLength(1)
      expect([...refused]).toEqual(['insufficient_balance'])
      expect(await player.balance()).toBe('0.00')
      won[done[0]!]++
    }
    await house.audit()
    expect(won.bet + won.withdrawal).toBe(rounds)
  },
  rounds * 10_000 + 30_000,
)
