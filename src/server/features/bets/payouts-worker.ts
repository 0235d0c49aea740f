import { parentPort } from 'node:worker_threads'
import { acceptedBet } from '#core/games/bets'
import { families } from '#core/games/families'
import type { Result } from '#core/games/draw-shape'
import { settle } from '#core/games/settle'
import { type Bps, type Cents, zeroCents } from '#core/money/cents'
import { bookFrom, payoutsOf } from '#core/rules/exposure'
import { expectedReturn } from '#core/rules/play/returns'
import { rebateOf, turnoverOf } from '#core/rules/turnover'
import type { PayoutTask, RebateRow, Rebates } from './payouts-thread.ts'

function answer(task: PayoutTask) {
  if (task.kind === 'rebates') return rebatesOf(task.rows, task.result, task.rate)
  const markets = new Map(families[task.family].markets.map((market) => [market.code, market]))
  const stacks = task.stacks.map(({ market, ...sums }) => ({ ...sums, market: markets.get(market)! }))
  return payoutsOf(bookFrom(task.family, stacks))
}

function rebatesOf(rows: readonly RebateRow[], result: Result, rate: Bps): Rebates {
  const perPlayer = [...Map.groupBy(rows, ({ account_id }) => account_id)]
  const due = perPlayer.flatMap(([account, bets]) => {
    const amount = rebateOf(turnover(bets, result), rate)
    return amount > 0n ? [{ account, amount }] : []
  })
  return { due, expected: expectedReturn(rows.map(acceptedBet)) }
}

function turnover(rows: readonly RebateRow[], result: Result): Cents {
  const bets = rows.map(acceptedBet)
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
