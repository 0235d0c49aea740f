import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '#contract/client'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { bet, periodNow } from './draws/betting.ts'
import { money, paymentPassword } from './money.ts'
import type { Player } from './person.ts'

export type Spender = Player & { readonly walletId: string }

/** What twenty requests at once want to do with all that somebody has. */
export const raceKinds = ['bets', 'withdrawals', 'mixed'] as const
export type RaceKind = (typeof raceKinds)[number]

/** Sends twenty spends of the whole balance of 20.00 at once; tells which got it and what the others were told. */
export async function raceForBalance(spender: Spender, kind: RaceKind) {
  const period = await periodNow(spender, 'k3_10m')
  const ways = {
    bet: () => bet(spender, period, { bets: ['k3.sum_big_small big 20.00'] }),
    withdrawal: () =>
      spender.call(
        requestWithdrawal,
        { walletId: spender.walletId, amount: money('20.00'), paymentPassword },
        randomUUID(),
      ),
  }
  const chosen = {
    bets: ['bet', 'bet'],
    withdrawals: ['withdrawal', 'withdrawal'],
    mixed: ['bet', 'withdrawal'],
  } as const
  const spends = Array.from({ length: 20 }, (_, at) => chosen[kind][at % 2]!)
  // A withdrawal first has its password compared. Bets start as much later, or they would always have come first.
  const lateMs = kind === 'mixed' ? randomInt(150) : 0
  const results = await Promise.allSettled(
    spends.map(async (way) => {
      if (way === 'bet') await sleep(lateMs)
      return ways[way]()
    }),
  )
  const won = spends.filter((_, at) => results[at]!.status === 'fulfilled')
  const refused = results.flatMap((each) =>
    each.status === 'rejected' ? [each.reason instanceof Refused ? each.reason.code : String(each.reason)] : [],
  )
  return { won, refused: [...new Set(refused)], left: await spender.balance() }
}
