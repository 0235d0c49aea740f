import { sql } from 'kysely'
import { choosePushKinds, showPush, subscribePush, unsubscribePush } from '#contract/people/push'
import { openEndMs } from '#core/rules/play/exclusion'
import { type PushKind, pushKinds } from '#core/rules/play/push'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { isEndpoint } from '../../services/push/public-addresses.ts'
import { queuePush } from '../../services/push/queue-push.ts'
import type { Tx } from '../../world/members/database.ts'

const sessionLock = 7_261_032
const endpointLock = 7_261_033

export const showPushHandler = handleRead(showPush, async ({ caller, db }) => {
  const row = await db
    .selectFrom('player')
    .leftJoin('push_subscription as s', (join) => join.on('s.session_id', '=', caller.sessionId))
    .select(['s.id', 'push_kinds'])
    .where('player.id', '=', caller.playerId)
    .executeTakeFirstOrThrow()
  return { isOn: row.id !== null, kinds: pushKinds.filter((kind: PushKind) => row.push_kinds.includes(kind)) }
})

/**
 * A browser has one subscription, and a session one browser. Whoever subscribes takes the place of who used the browser before, and what
 * was still to be sent to that person is deleted with their subscription.
 */
export const subscribePushHandler = handle(
  subscribePush,
  async ({ input, caller, tx, nowMs, random, config, refuse }) => {
    if (!config.push) return refuse('push_not_offered')
    if (!isEndpoint(input.endpoint, { allowsLoopback: config.pushesToLoopback })) return refuse('push_endpoint_refused')
    const { sessionId, playerId } = caller
    // Of several requests at once for one session or one browser, each sees what the one before it has left. First the session, then
    // the browser, in every request, so that no two wait for each other.
    await sql`select pg_advisory_xact_lock(${sessionLock}, hashtext(${sessionId}))`.execute(tx)
    await sql`select pg_advisory_xact_lock(${endpointLock}, hashtext(${input.endpoint}))`.execute(tx)
    const known = await tx
      .selectFrom('push_subscription')
      .select(['endpoint', 'p256dh', 'auth'])
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    if (known?.endpoint === input.endpoint && known.p256dh === input.p256dh && known.auth === input.auth) return {}
    await tx
      .deleteFrom('push_subscription')
      .where((eb) => eb.or([eb('session_id', '=', sessionId), eb('endpoint', '=', input.endpoint)]))
      .execute()
    await tx
      .insertInto('push_subscription')
      .values({ ...input, id: random.uuid(), session_id: sessionId, player_id: playerId, created_at: new Date(nowMs) })
      .execute()
    await queueEndOfBreak(tx, playerId, nowMs)
    return {}
  },
)

export const choosePushKindsHandler = handle(choosePushKinds, async ({ input, caller, tx }) => {
  await tx.updateTable('player').set({ push_kinds: input.kinds }).where('id', '=', caller.playerId).execute()
  return {}
})

export const unsubscribePushHandler = handle(unsubscribePush, async ({ caller, tx }) => {
  await tx.deleteFrom('push_subscription').where('session_id', '=', caller.sessionId).execute()
  return {}
})

/** A player who subscribes during a break is told of its end as well. */
async function queueEndOfBreak(tx: Tx, playerId: string, nowMs: number): Promise<void> {
  const { excluded_until: until } = await tx
    .selectFrom('player')
    .select('excluded_until')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  const dueMs = until?.getTime() ?? 0
  if (dueMs > nowMs && dueMs < openEndMs) await queuePush(tx, 'break_ended', { players: [playerId], nowMs, dueMs })
}
