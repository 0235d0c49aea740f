import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Reason } from '../money/fields.ts'
import { DrawId, StopWhy } from '../play/draws.ts'
import { GameName } from '../play/games.ts'
import { Instant } from '../wire.ts'

export const listGameStops = endpoint({
  method: 'GET',
  path: '/console/game-stops',
  summary: 'Games that take no bets, and the last hundred that did not, newest first',
  who: 'operator',
  can: 'games.view',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        /** Null for all games. */
        game: z.nullable(GameName),
        why: StopWhy,
        /** For colleagues; null where it is in the log of actions alone. */
        reason: z.nullable(z.string()),
        stoppedBy: z.string(),
        stoppedAt: Instant,
        liftedBy: z.nullable(z.string()),
        liftedAt: z.nullable(Instant),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const stopGame = endpoint({
  method: 'POST',
  path: '/console/game-stops',
  summary: 'Take no more bets on a game, or on any; draws go on. Players are told `why`, colleagues the reason',
  who: 'operator',
  can: 'games.stop',
  input: z.strictObject({ game: z.nullable(GameName), why: StopWhy, reason: Reason }),
  output: z.strictObject({ id: z.uuid() }),
  refuses: ['kind_unknown', 'reason_missing', 'game_stopped'],
  limit: 'write',
})

export const liftGameStop = endpoint({
  method: 'POST',
  path: '/console/game-stops/:id/lift',
  summary: 'Take bets again',
  who: 'operator',
  can: 'games.stop',
  input: z.strictObject({ id: z.uuid('stop_unknown'), reason: Reason }),
  output: z.strictObject({}),
  refuses: ['stop_unknown', 'reason_missing'],
  limit: 'write',
})

/** What one person may stop at once and two people open again, by the setting's name. */
export const moneySwitches = ['deposits_open', 'withdrawals_open'] as const

export const stopMoney = endpoint({
  method: 'POST',
  path: '/console/money-stops',
  summary: 'Take no more top-ups, or no more withdrawals; taking them again is a setting that two people change',
  who: 'operator',
  can: 'money.stop',
  input: z.strictObject({ name: z.enum(moneySwitches, 'kind_unknown'), reason: Reason }),
  output: z.strictObject({}),
  refuses: ['kind_unknown', 'reason_missing', 'transactions_restricted'],
  limit: 'write',
})

export const proposeCancel = endpoint({
  method: 'POST',
  path: '/console/draws/:drawId/cancel',
  summary:
    'Propose to cancel a draw before it closes, when its numbers do not exist yet; a second person does it, and every stake comes back',
  who: 'operator',
  can: 'draws.cancel',
  input: z.strictObject({ drawId: DrawId, why: StopWhy, reason: Reason }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: ['draw_unknown', 'kind_unknown', 'betting_closed', 'already_proposed', 'reason_missing'],
  limit: 'write',
})
