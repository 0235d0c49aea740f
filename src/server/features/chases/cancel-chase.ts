import { cancelChase } from '#contract/play/bets'
import { handle } from '../../http/handle.ts'
import { endChase } from './chase-row.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Frees what is held for periods to come. A bet that is just being placed is placed: it is no longer among them. */
export const cancelChaseHandler = handle(cancelChase, async ({ tx, caller, input, nowMs, random, refuse, publish }) => {
  if (!idPattern.test(input.id)) return refuse('chase_unknown')
  const chase = await tx
    .selectFrom('chase')
    .selectAll()
    .where('id', '=', input.id)
    .where('player_id', '=', caller.playerId)
    .forUpdate()
    .executeTakeFirst()
  if (!chase) return refuse('chase_unknown')
  if (chase.status !== 'running') refuse('chase_over')
  publish({ audience: `player:${caller.playerId}`, kind: 'balance.changed', body: {} })
  return { freed: await endChase(tx, chase, { status: 'cancelled', transferId: random.uuid(), nowMs }) }
})
