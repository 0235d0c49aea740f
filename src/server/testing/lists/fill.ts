import type { Client } from 'pg'

/**
 * Fills every table that the console lists with so many rows, of all states, over the thirty days before an instant.
 * Rare values are there as well: one in a thousand players is in Iceland, and one in a hundred top-ups was taken back. One player, `listed1`,
 * has one in a hundred rows of whatever a player can have many of.
 */
export async function fillLists(client: Client, { rows, atMs }: { rows: number; atMs: number }): Promise<void> {
  await client.query('set session_replication_role = replica')
  const at = new Date(atMs)
  for (const statement of [people, reviews, talks]) {
    for (const part of statement) await client.query(part, [rows, at])
    if (statement === people) await client.query('create unique index on listed (at)')
  }
  await client.query('reset session_replication_role')
  await client.query('analyze')
}

/** Adds draws with bets, so many of each; the bets are on one market. */
export async function fillBets(client: Client, { draws, each, atMs }: { draws: number; each: number; atMs: number }) {
  await client.query('set session_replication_role = replica')
  await client.query(drawn, [draws, new Date(atMs)])
  await client.query(taken, [each])
  await client.query(bets, [each])
  await client.query('reset session_replication_role')
}

/** A whole number below `most` that looks random and is the same in every run. */
const mixed = (salt: number, most: number) => `(abs(hashint8extended(n, ${salt})) % ${most})::integer`
/** Rows are written in the order of their times, as they arrive in a house. */
const spread = `$2::timestamptz - interval '30 days' * (1 - (n - ${mixed(1, 1_000)} / 1000.0) / $1::integer)`
const player = (salt: number) =>
  `(select listed.id from listed
    where listed.at = case when n % 100 = 1 then 1 else 1 + ${mixed(salt, 1_000_000_000)} % $1::integer end)`
const operator = `('00000000-0000-4000-9000-00000000000' || ${mixed(5, 5)})::uuid`

const people = [
  `insert into operator (id, account, name, role, login_hash, created_at)
    select ('00000000-0000-4000-9000-00000000000' || n)::uuid, 'listed' || n, 'Listed', 'reviewer', '', $2
    from generate_series(0, 5) n where $1::integer > 0`,
  `insert into player (id, account, nickname, email, phone, country, language, login_hash, status, invitation_code, agreed_version,
      agreed_at, is_limited, excluded_until, created_at)
    select gen_random_uuid(), 'listed' || n, 'nick' || n, 'listed' || n || '@players.example', '+84' || 900000000 + n,
      case when n % 1000 = 7 then 'IS' else (array['VN', 'TH', 'JP', 'KR'])[1 + ${mixed(2, 4)}] end,
      (array['vi', 'th', 'ja', 'ko', 'en'])[1 + ${mixed(3, 5)}], '',
      (array['normal', 'normal', 'normal', 'frozen', 'closed'])[1 + ${mixed(4, 5)}], '', '', $2, n % 50 = 1,
      case when n % 40 = 3 then $2::timestamptz + interval '1 day' * (n % 3 - 1) end, ${spread}
    from generate_series(1, $1::integer) n`,
  `update player set invited_by = other.id from player other
    where player.account = 'listed' || $1::integer / 2 and other.account = 'listed1' and $2::timestamptz is not null`,
  `create unlogged table listed as
    select substr(account, 7)::integer as at, id from player
    where account like 'listed%' and $1::integer > 0 and $2::timestamptz is not null`,
  `insert into wallet (id, player_id, kind, network, address, bank_name, bank_address, card_sealed, card_end, card_phone, routing,
      cardholder, contact, fingerprint, is_default, usable_from, created_at)
    select id, id, kind, case kind when 'digital' then (array['TRC20', 'ERC20'])[1 + n % 2] end,
      case kind when 'digital' then 'T' || replace(id::text, '-', '') end, b, b, b::bytea,
      case kind when 'bank' then lpad((n % 10000)::text, 4, '0') end, b, b, b, b,
      sha256(id::text::bytea), true, $2, $2
    from (select id, n, kind, case kind when 'bank' then 'x' end as b from (
      select id, n, (array['digital', 'digital', 'bank'])[1 + n % 3] as kind
      from player, lateral (select right(id::text, 4)::text as tail) t, lateral (select abs(hashtext(tail)) as n) h) kinds) made
    where $1::integer > 0`,
  `insert into session (token_hash, id, player_id, created_at, seen_at, confirmed_at, playing_since, address, agent)
    select sha256(id::text::bytea), gen_random_uuid(), id, $2, $2, $2, $2, '10.0.0.' || at % 250, ''
    from listed where at % 4 = 3 and $1::integer > 0`,
]

/** Ends a subquery whose values are used more than once, so that each is worked out once for a row. */
const once = 'offset 0'

const decided = `status in ('passed', 'rejected')`

const reviews = [
  `insert into deposit (id, player_id, receiving_id, currency, amount, reference, plain_reference, voucher_id, voucher_sha256,
      voucher_original_sha256, status, received, needs_two, agreed_by, agreed_at, agreed_received, reason_code, taken_by,
      taken_until, decided_by, decided_at, created_at)
    select gen_random_uuid(), ${player(11)}, gen_random_uuid(), case when n % 10 = 0 then 'bank' else 'usdt' end, amount,
      'listed' || n, 'listed' || n, gen_random_uuid(), sha256(('a' || n)::bytea), sha256(('b' || n)::bytea), status,
      case when status = 'passed' then amount end, needs_two, case when needs_two then other end, case when needs_two then at end,
      case when needs_two then amount end, case when status = 'rejected' then 'not_arrived' end,
      case when status = 'under_review' then ${operator} end, case when status = 'under_review' then at end,
      case when ${decided} then ${operator} end, case when ${decided} then at + interval '5 minutes' end, at
    from (select n, ${spread} as at, 100 + ${mixed(6, 1_000_000)}::bigint as amount, n % 25 = 4 as needs_two,
        '00000000-0000-4000-9000-000000000005'::uuid as other,
        (array['passed', 'passed', 'passed', 'rejected', 'waiting', 'under_review'])[1 + ${mixed(7, 6)}] as status
      from generate_series(1, $1::integer) n ${once}) made`,
  `insert into deposit_reversal (deposit_id, player_id, amount, shortfall, proposal_id, at)
    select id, player_id, amount, 0, id, $2 from deposit
    where status = 'passed' and right(reference, 2) = '42' and $1::integer > 0`,
  `insert into withdrawal (id, player_id, wallet_id, amount, fee, fee_bps, needs_two, status, payout_reference, reason_code,
      reason_text, agreed_by, agreed_at, taken_by, taken_until, decided_by, decided_at, created_at)
    select gen_random_uuid(), who, who, amount, 10, 100, needs_two, status, case when status = 'passed' then 'paid' end,
      case when status = 'rejected' then 'other' end, case when status = 'rejected' then 'text' end,
      case when needs_two then other end, case when needs_two then at end,
      case when status = 'under_review' then ${operator} end, case when status = 'under_review' then at end,
      case when ${decided} then ${operator} end, case when ${decided} then at + interval '1 hour' end, at
    from (select n, ${player(12)} as who, ${spread} as at, 100 + ${mixed(8, 1_000_000)}::bigint as amount,
        n % 20 = 2 as needs_two, '00000000-0000-4000-9000-000000000005'::uuid as other,
        (array['passed', 'passed', 'rejected', 'waiting', 'under_review'])[1 + ${mixed(9, 5)}] as status
      from generate_series(1, $1::integer) n ${once}) made`,
  `insert into certification (id, player_id, legal_name, born_on, country, document_kind, document_sealed, document_hash, photo_id,
      status, reason_code, taken_by, taken_until, decided_by, decided_at, created_at)
    select gen_random_uuid(), id, 'Name ' || n, '1990-01-01', country, (array['passport', 'identity_card'])[1 + n % 2], '',
      sha256(id::text::bytea), gen_random_uuid(), status, case when status = 'rejected' then 'underage' end,
      case when status = 'under_review' then ${operator} end, case when status = 'under_review' then created_at end,
      case when ${decided} then ${operator} end, case when ${decided} then created_at + interval '2 hours' end, created_at
    from (select id, country, created_at, n, (array['passed', 'passed', 'rejected', 'waiting', 'under_review'])[1 + n % 5] as status
      from (select *, substr(account, 7)::integer as n from player where account like 'listed%') p) made
    where $1::integer > 0 and $2::timestamptz is not null`,
]

const talks = [
  `insert into conversation (id, player_id, language, topic, state, since, assigned_to, assigned_until, created_at, newest)
    select gen_random_uuid(), id, language, (array['top_up', 'withdrawal', 'game', 'other'])[1 + n % 4],
      (array['waiting', 'open', 'closed', 'closed'])[1 + n % 4], created_at, case when n % 7 = 1 then ${operator} end,
      case when n % 7 = 1 then $2::timestamptz + interval '1 hour' * (n % 3 - 1) end, created_at, n % 30
    from (select *, substr(account, 7)::integer as n from player where account like 'listed%') p where $1::integer > 0`,
  `insert into complaint (conversation_id, opened_at, due_at, resolved_by, resolved_at)
    select id, $2::timestamptz, $2::timestamptz + interval '1 day', case when n = 1 then id end, case when n = 1 then $2 end
    from conversation, generate_series(0, 1) n where newest = 11 and $1::integer > 0`,
  `insert into operator_action (operator_id, capability, subject, reason, after, at)
    select ${operator}, (array['players.view', 'players.view', 'deposits.review', 'service.view'])[1 + ${mixed(13, 4)}],
      case when n % 3 = 0 then 'list:players' else 'player:' || ${player(14)} end, case when n % 5 = 0 then 'why' end,
      jsonb_build_object('n', n), ${spread}
    from generate_series(1, $1::integer) n`,
]

const drawn = `
  insert into period (draw_id, game, day, number, issue, opens_at, closes_at, draws_at, chain_hash, round, round_at, rules_hash,
    commit, secret_sealed, schedule_seq)
  select game || ':20260101:' || lpad(n::text, 4, '0'), game, '20260101', n, n::text, at - interval '2 minutes',
    at - interval '1 minute', at, '', 1, at, '', '', '', 0
  from (select n, (array['k3_5m', 'k3_10m', 'k3_5m'])[1 + n % 3] as game,
    date_trunc('minute', $2::timestamptz) - (n / 2) * interval '5 minutes' as at from generate_series(1, $1::integer) n) made`
const taken = `
  insert into betting (period_id, account_id, draws_at, bets, stakes)
  select id, -id, draws_at, case when number % 4 = 0 then 0 else $1::integer + number % 3 end, 0
  from period where day = '20260101'`
const bets = `
  with accounts as (
    insert into account (ref, balance)
    select 'player:' || id || ':available', 0 from player where account like 'listed_' on conflict do nothing returning id)
  , owners as (select array_agg(id) as ids from accounts)
  insert into bet (draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake, odds, at, log_size, salt)
  select betting.draws_at, period_id, seq, ids[1 + (period_id + seq) % cardinality(ids)], gen_random_uuid(), 0,
    (array['k3.sum_big_small', 'k3.sum_odd_even'])[1 + seq % 2], (array['big', 'odd'])[1 + seq % 2], 1,
    100 * (1 + (period_id * 7 + seq) % 50), 195, betting.draws_at - interval '90 seconds', 0, gen_random_uuid()
  from betting join period on period.id = period_id and day = '20260101', owners, generate_series(0, betting.bets - 1) seq
  where $1::integer > 0`
