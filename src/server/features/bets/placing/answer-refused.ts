import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { placeBets } from '#contract/play/bets'
import type { Output } from '#contract/endpoint'
import { stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import { sumCents } from '#core/money/cents'
import { receiptOf } from '../receipts.ts'
import type { Alone } from '../../../services/calls/handle.ts'
import { Refusal } from '../../../world/refusal.ts'
import { type StoredBet, betsUnderKey } from '../showing/queries.ts'

type Context = Alone<typeof placeBets>
export type Answer = Output<typeof placeBets>

/** After each look the wait doubles: 1.5 seconds in all, which is more than closing waits for a bet at a time. */
const looksMost = 5
const firstWaitMs = 100

/** Names a slip among those that a node is placing. */
export const slipName = ({ caller, key }: Pick<Context, 'caller' | 'key'>) => `${caller.playerId} ${key}`

/**
 * Answers a slip that is refused now. If its key was used before, it gets its first answer again, whatever has changed since: the draw
 * has closed, an alarm is open, or a newer release no longer sells the bet. It may also be the copy of one that is still being placed,
 * and what it is refused for may have come later. So nothing is final while this node has another copy, while the period of a
 * slip that comes too late is not closed, since closing waits for the other copy, or while another node's batch holds the account.
 */
export async function answerRefused(context: Context, refusal: Refusal): Promise<Answer> {
  for (let looks = 1; ; looks++) {
    // All before the key is looked up, so that whatever was committed before is found.
    const isLate = refusal.code === 'betting_closed'
    const mayBePlaced = isLate
      ? await isNotClosedYet(context)
      : context.app.betting.underWay.get(slipName(context))! > 1
    if (!isLate) await waitForBatch(context)
    const earlier = await betsOfKey(context)
    if (earlier.length > 0) {
      await context.requireSession()
      return answerAgain(context, earlier)
    }
    if (!mayBePlaced) throw refusal
    if (looks === looksMost) throw new Refusal('busy', { seconds: '1' })
    await sleep(firstWaitMs * 2 ** (looks - 1))
  }
}

async function isNotClosedYet({ app, input, nowMs }: Context): Promise<boolean> {
  const period = await app.db.query
    .selectFrom('period')
    .select('id')
    .where('draw_id', '=', input.drawId)
    .where('status', '=', 'scheduled')
    .where('opens_at', '<=', new Date(nowMs))
    .executeTakeFirst()
  return period !== undefined
}

/** Fails, and so is answered with `busy`, where the batch takes longer than this waits. */
async function waitForBatch({ app, caller }: Context): Promise<void> {
  const bettor = await app.betting.bettor(caller.playerId)
  if (bettor) await sql`select wait_for_account(${bettor.account})`.execute(app.db.query)
}

async function betsOfKey({ app, caller, key, nowMs }: Context): Promise<StoredBet[]> {
  const bettor = await app.betting.bettor(caller.playerId)
  return bettor ? betsUnderKey(app.db.query, { owner: bettor.account, key, nowMs }) : []
}

/** The first answer again, built from the stored bets; a different slip under the same key is refused. */
export function answerAgain({ app, input }: Context, earlier: readonly StoredBet[]): Answer {
  const isSame =
    earlier.length === input.bets.length &&
    earlier.every(({ drawId, bet, rulesHash }, line) => {
      const asked = input.bets[line]!
      const isSameBet = playCode(bet.market, bet.position) === asked.play && bet.key === asked.selection
      const isSamePrice = bet.stakePerLine === asked.stake && bet.oddsHundredths === asked.odds
      return drawId === input.drawId && rulesHash === input.rules && isSameBet && isSamePrice
    })
  if (!isSame) throw new Refusal('repeat_submission')
  return {
    stake: sumCents(earlier.map(({ bet }) => stakeOf(bet))),
    receipts: earlier.map((each) => receiptOf(app, each)),
  }
}
