import { cancelChase } from '#contract/play/bets'
import { handle } from '../../../services/calls/handle.ts'
import { chaseEvents, endChase } from './chase-row.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Frees all that is set aside. A bet that is being placed in this moment was placed before, or not at all. */
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
  for (const event of chaseEvents(chase)) publish(event)
  return { freed: await endChase(tx, chase, { status: 'cancelled', transferId: random.uuid(), nowMs }) }
})
