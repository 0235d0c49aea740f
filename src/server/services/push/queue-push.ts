import { sql } from 'kysely'
import { type PushKind, pushLifeMs } from '#core/rules/play/push'
import type { Queryable } from '../../world/members/database.ts'
import { triesMost } from '../outbox/take-due.ts'

type News = {
  readonly players: readonly string[]
  readonly nowMs: number
  /** When it may be sent, where that is later than now. */
  readonly dueMs?: number
}

/**
 * Puts a notification for every browser of these players into the outbox; it is sent only after the commit, if the player wants it
 * then. A pending one of the same kind is replaced, and waits as long as it would have; news that comes during its last try is tried once. News for a browser whose endpoint fails waits as
 * long as it has failed, at most half an hour: somebody with many endpoints that hang would otherwise take every place for sending.
 */
export async function queuePush(tx: Queryable, kind: PushKind, { players, nowMs, dueMs = nowMs }: News): Promise<void> {
  const [now, due, expires] = [new Date(nowMs), new Date(dueMs), new Date(dueMs + pushLifeMs[kind])]
  // In order, so that two transactions that notify the same browsers do not lock each other out. The rows are locked as they are read:
  // a browser that unsubscribes at the same moment is left out, and does not make the transaction that it would hear of fail.
  await sql`
    insert into push_message (subscription_id, kind, due_at, expires_at)
    select id, ${kind}, ${due}::timestamptz + least(${now}::timestamptz - coalesce(failing_since, ${now}), interval '30 minutes'), ${expires}
    from push_subscription where player_id = any(${players}::uuid[]) order by id for key share
    on conflict (subscription_id, kind) do update set
      id = default, due_at = greatest(push_message.due_at, excluded.due_at), expires_at = excluded.expires_at,
      tries = least(push_message.tries, ${triesMost - 1})`.execute(tx)
}
