import { parentPort } from 'node:worker_threads'
import { type Bet, acceptedBet } from '#core/games/bets'
import { families } from '#core/games/families'
import type { Result } from '#core/games/draw-shape'
import { settle } from '#core/games/settle'
import { type Bps, type Cents, zeroCents } from '#core/money/cents'
import { bookFrom, payoutsOf } from '#core/rules/exposure'
import { expectedReturn } from '#core/rules/play/returns'
import { rebateOf, turnoverOf } from '#core/rules/turnover'
import type { PayoutTask, Rebates, WrittenRow } from './payouts-thread.ts'

function answer(task: PayoutTask) {
  if (task.kind === 'rebates') return rebatesOf(task.bets, task.result, task.rate)
  const markets = new Map(families[task.family].markets.map((market) => [market.code, market]))
  const stacks = task.stacks.map(({ market, ...sums }) => ({ ...sums, market: markets.get(market)! }))
  return payoutsOf(bookFrom(task.family, stacks))
}

function rebatesOf(written: string, result: Result, rate: Bps): Rebates {
  const rows = (JSON.parse(written) as WrittenRow[]).map(([account, play, selection, stake, odds]) => ({
    account,
    bet: acceptedBet({ play, selection, stake: BigInt(stake), odds }),
  }))
  const due = [...Map.groupBy(rows, ({ account }) => account)].flatMap(([account, own]) => {
    const bets = own.map(({ bet }) => bet)
    const amount = rebateOf(turnover(bets, result), rate)
    return amount > 0n ? [{ account: BigInt(account), amount }] : []
  })
  return { due, expected: expectedReturn(rows.map(({ bet }) => bet)) }
}

function turnover(bets: readonly Bet[], result: Result): Cents {
  const [only] = bets
  // A single line can lose everything, so its whole stake is at risk. Most players have just one, and counting outcomes
  // is slow.
  if (bets.length === 1 && only!.lines === 1)
    return settle(only!, result).verdict === 'push' ? zeroCents : only!.stakePerLine
  return turnoverOf(bets, result)
}

parentPort!.on('message', ({ id, task }: { id: number; task: PayoutTask }) => {
  parentPort!.postMessage({ id, answer: answer(task) }, [])
})
