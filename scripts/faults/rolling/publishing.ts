import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Publishes an event for everybody every 50 ms, as the app does: stored in commit order, then notified. */
export async function startPublishing(url: string): Promise<{ stop(): Promise<bigint>; all(): readonly bigint[] }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select coalesce(max(id), 0) as id from event')
  const first = BigInt(rows[0]!.id)
  const over = new AbortController()
  let all: bigint[] = []
  const publish = async () => {
    while (!over.signal.aborted) {
      await client.query(`begin; select pg_advisory_xact_lock(7261002);
        insert into event (audience, kind, body, at)
          values ('everybody', 'service.changed', jsonb_build_object('conversationId', gen_random_uuid()), now());
        select pg_notify('clearball_event', ''); commit`)
      await sleep(50)
    }
  }
  const publishing = publish()
  return {
    /** The id of the newest event for everybody. */
    stop: async () => {
      over.abort()
      await publishing
      // The draws' own events for everybody count as well.
      const found = await client.query<{ id: string }>(
        `select id from event where id > $1 and audience = 'everybody' order by id`,
        [first],
      )
      await client.end()
      all = found.rows.map(({ id }) => BigInt(id))
      return all.at(-1)!
    },
    all: () => all,
  }
}
