import { getBet } from '#contract/play/bets'
import { receiptOf } from '../receipts.ts'
import { handleRead } from '../../../services/calls/handle.ts'
import { betsWithPeriods, showBet } from './list-bets.ts'
import { storedBet } from './queries.ts'
import { rebatesFor } from '../rebates/rebates-for.ts'

export const getBetHandler = handleRead(getBet, async ({ db, caller, input, nowMs, config, memory, refuse }) => {
  const [, drawId, seq] = /^([a-z0-9_]+:\d{8}:\d{4}):(\d{1,9})$/.exec(input.id) ?? []
  if (drawId === undefined) return refuse('bet_unknown')
  const row = await betsWithPeriods(db, caller.playerId)
    .where('period.draw_id', '=', drawId)
    .where('bet.seq', '=', Number(seq))
    .executeTakeFirst()
  if (!row) return refuse('bet_unknown')
  const stored = await storedBet(db, row)
  const rebateOf = await rebatesFor(db, [row])
  return {
    ...showBet(row, nowMs, rebateOf(row)),
    receipt: receiptOf({ config, memory }, stored),
  }
})
