import { proposeCancel } from '#contract/console/games'
import type { ProposalContents } from '#contract/console/work/proposals'
import { formatCents, storedCents } from '#core/money/cents'
import { lockNotAvailable, shutPeriod } from './period-lock.ts'
import { errorCode, onCommit } from '../../db/database.ts'
import { openPublicLog } from '../../services/fairness/public-log.ts'
import { handle } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { spreadMs } from './queries.ts'
import { countDraw } from './trends.ts'

type Cancellation = ProposalContents['draws.cancel']

/**
 * Only before closing, while nobody can know the numbers: later the house could cancel the draws that would cost it
 * money.
 */
export const proposeCancelHandler = handle(proposeCancel, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const { drawId, why, reason } = input
  const period = await tx
    .selectFrom('period')
    .select(['status', 'closes_at'])
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  if (!period) return refuse('draw_unknown')
  if (period.status !== 'scheduled' || nowMs >= period.closes_at.getTime()) return refuse('betting_closed')
  const content: Cancellation = { drawId, why }
  const proposed = { kind: 'draws.cancel', subject: `draw:${drawId}`, content, reason } as const
  const proposalId = await propose(context, proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/**
 * Ends the draw under the lock that closing takes, so that every bet is either refused or refunded. The log record's
 * own time decides whether the draw was still open, because the verifier judges by that time too.
 */
export const cancelDraw: Effect<Cancellation> = async (context, { content: { drawId, why } }) => {
  const { tx, publish } = context
  const period = await tx
    .selectFrom('period')
    .select(['id', 'game', 'day', 'status', 'closes_at'])
    .where('draw_id', '=', drawId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (period.status !== 'scheduled') throw new Refusal('betting_closed')
  await shutPeriod(tx, period.id).catch((error: unknown) => {
    throw errorCode(error) === lockNotAvailable ? new Refusal('busy', { seconds: '1' }) : error
  })
  const { atMs, append } = await openPublicLog(context, tx)
  if (atMs >= period.closes_at.getTime()) throw new Refusal('betting_closed')
  const taken = await tx
    .selectFrom('betting')
    .select(['bets', 'stakes'])
    .where('period_id', '=', period.id)
    .executeTakeFirst()
  const { bets, stakes } = taken ?? { bets: 0, stakes: 0n }
  await append({ type: 'cancel', body: { drawId, reason: why, refunds: bets, refundTotal: Number(stakes) } })
  // Only what they sign before the round shows that nobody cancelled the draw after it.
  onCommit(tx, context.witnesses.ask)
  const at = new Date(atMs)
  await tx
    .updateTable('period')
    .set({ status: 'cancelled', ended_at: at, closed_at: at, bets, stake_total: stakes })
    .where('id', '=', period.id)
    .execute()
  await countDraw(tx, { game: period.game, day: period.day, what: 'cancelled' })
  publish({ audience: 'everybody', kind: 'draw.void', body: { drawId, reason: 'cancelled', spreadMs } })
  return { bets, stakes: formatCents(storedCents(stakes)) }
}
