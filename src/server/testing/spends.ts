import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '#contract/client'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { bet, periodNow } from './draws/betting.ts'
import { money, paymentPassword } from './money.ts'
import type { Player } from './person.ts'

export type Spender = Player & { readonly walletId: string }

/** What the twenty parallel requests are. */
export const raceKinds = ['bets', 'withdrawals', 'mixed'] as const
export type RaceKind = (typeof raceKinds)[number]

/** Sends twenty requests at once, each for the whole balance of 20.00; returns which succeeded and how the others were refused. */
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
  // A withdrawal first compares a password. Bets start about as much later; otherwise they would always win the race.
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
