import { type RawBuilder, sql } from 'kysely'

/**
 * What the proofs of what is owed must agree with: the public log, and the ledger as each snapshot saw it, which is added up again from
 * its entries. Each query returns the rows that break the rule in its name.
 */
export const liabilityRules: Record<string, RawBuilder<{ what: string }>> = {
  'a proof of what is owed is the one in the public log': sql`
    select 'proof ' || coalesce(snapshot.number::text, body ->> 'number') as what
    from (select seq, entry::jsonb -> 'body' as body from log_record where type = 'liabilities') logged
    full join liability_snapshot snapshot on snapshot.log_seq = logged.seq
    where (body -> 'number', body ->> 'root', body -> 'total', body -> 'leaves', body -> 'available', body -> 'held',
        body -> 'repeatOrders', body -> 'stakes', (body ->> 'instant')::timestamptz, (body #>> '{ledger,number}')::bigint)
      is distinct from (to_jsonb(number), encode(root, 'hex'), to_jsonb(total), to_jsonb(leaves), to_jsonb(available),
        to_jsonb(held), to_jsonb(repeat_orders), to_jsonb(stakes), at, head_number)`,
  'a proof of what is owed names a seal of the ledger': sql`
    select 'proof ' || head_field(entry, 'number') as what from log_record
    cross join lateral (select entry::jsonb #> '{body,ledger}' as ledger) named
    left join seal on seal.number = (ledger ->> 'number')::bigint
    where type = 'liabilities' and ledger ->> 'hash' is distinct from encode(seal.hash, 'hex')`,
  'a proof of what is owed is what the ledger owed at its instant': sql`
    with owing as materialized (
      select id, case when ref like 'player:%' then split_part(ref, ':', 3) else 'stakes' end as name from account
      where ref like 'player:%' or ref like 'period:%'),
    snapshots as materialized (select *, row_number() over (order by number)::integer as place from liability_snapshot),
    steps as (
      select name, 1 + width_bucket(entry.id - 1, (select array_agg(upto_id order by place) from snapshots)) as place,
        sum(amount) as amount
      from entry join owing on owing.id = account_id where exists (select from snapshots) group by 1, 2),
    later as (
      select place, name, sum(amount) as amount from snapshots
      cross join lateral unnest(later) as seen (transfer)
      join entry on entry.id > upto_id and entry.id <= last_id and transfer_number = seen.transfer
      join owing on owing.id = account_id group by 1, 2),
    compared as (
      select number, name, said, coalesce(later.amount, 0)
        + sum(coalesce(steps.amount, 0)) over (partition by name order by place) as owed
      from snapshots cross join lateral (values
        ('available', available), ('held', held), ('repeat_order', repeat_orders), ('stakes', snapshots.stakes)) names (name, said)
      left join steps using (name, place) left join later using (name, place))
    select 'proof ' || number || ' says ' || said || ' ' || name || ', the ledger owed ' || owed as what from compared
    where said <> owed order by number, name`,
}
