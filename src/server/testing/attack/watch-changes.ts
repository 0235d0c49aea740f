import { Client } from 'pg'
import type { House } from '../open-house.ts'
import { testDatabaseUrl } from '../test-cluster.ts'

/** A row that a committed transaction inserted, updated or deleted; of an update, the columns that changed. */
export type Change = { readonly table: string; readonly act: 'INSERT' | 'UPDATE' | 'DELETE'; readonly row: object }

export type Watch = {
  /** What was committed since the last look. */
  since(): Promise<Change[]>
  close(): Promise<void>
}

/**
 * A trigger on every table writes each change down in the transaction that makes it, so a change that is rolled back leaves nothing.
 * Comparing copies of a hundred tables before and after each of a thousand requests would take minutes; this takes one short query.
 */
const install = `
  create schema watched;
  create table watched.change (id bigint generated always as identity, name text, act text, content jsonb);
  create function watched.note() returns trigger language plpgsql security definer as $$
    declare content jsonb := to_jsonb(coalesce(new, old));
    begin
      if tg_op = 'UPDATE' then
        select jsonb_object_agg(pair.key, pair.value) into content from jsonb_each(to_jsonb(new)) pair
          where to_jsonb(old) -> pair.key is distinct from pair.value;
        if content is null then return null; end if;
      end if;
      insert into watched.change (name, act, content) values (tg_argv[0], tg_op, content);
      return null;
    end $$;
  do $$ declare found record; begin
    for found in select oid::regclass as name, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    loop
      execute format('create trigger zz_watched after insert or update or delete on %s for each row
        execute function watched.note(%L)', found.name, found.relname);
    end loop;
  end $$`

/** Watches every table of a house's database from now on. */
export async function watchChanges(house: House): Promise<Watch> {
  const database = new URL(house.databaseUrl('clearball_owner')).pathname.slice(1)
  const client = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  // Whoever drops the database also ends this connection.
  client.on('error', () => {})
  await client.connect()
  await client.query(install)
  return {
    since: async () => {
      const { rows } = await client.query<{ name: string; act: Change['act']; content: object }>(
        'with seen as (delete from watched.change returning id, name, act, content) select * from seen order by id',
      )
      return rows.map(({ name, act, content }) => ({ table: name, act, row: content }))
    },
    close: () => client.end(),
  }
}

/**
 * What the house writes by itself at any moment, whatever is asked of it: heartbeats, alarms, mails and notifications that go out,
 * seals of entries and the sums over them.
 */
const ownWork: Readonly<Record<string, readonly Change['act'][]>> = {
  node: ['INSERT', 'UPDATE', 'DELETE'],
  node_alarm: ['INSERT', 'UPDATE', 'DELETE'],
  told_alarm: ['INSERT', 'UPDATE', 'DELETE'],
  alarm: ['INSERT', 'UPDATE'],
  mail: ['UPDATE'],
  push_message: ['UPDATE', 'DELETE'],
  seal: ['INSERT'],
  rollup: ['INSERT', 'UPDATE'],
}

/** Bets that were accepted before are told to the player's other devices a moment after their answer. */
const isToldLater = ({ table, row }: Change): boolean =>
  table === 'event' && 'spreadMs' in ((row as { body?: object }).body ?? {})

export const isOwnWork = (change: Change): boolean =>
  isToldLater(change) || (ownWork[change.table]?.includes(change.act) ?? false)
