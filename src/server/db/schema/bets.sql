-- Bets: `place_bets` places them in batches, they never change, and `settle_bets` and `pay_rebates` pay them in ranges. Of these tables
-- the app itself writes only `repeat_order`; the functions write the others.

-- The bets and stakes that a period has taken so far. Each batch updates the row, and so gets numbers without gaps for its bets.
create table betting (
  period_id integer primary key references period,
  account_id bigint not null,
  draws_at timestamptz not null,
  bets integer not null default 0,
  stakes bigint not null default 0,
  rebated_at timestamptz,
  rolled_up_at timestamptz
);
create index betting_to_rebate on betting (period_id) where rebated_at is null and bets > 0;
create index betting_to_roll_up on betting (period_id) where rolled_up_at is null and bets > 0;
create unique index betting_by_account on betting (account_id);
revoke insert on betting from clearball_app;

-- A bet as accepted; the row never changes, because what the bet won follows from the draw. Partitioned by the time of the draw, so
-- that a retry of the same request always meets the same partition.
create table bet (
  draws_at timestamptz not null,
  period_id integer not null,
  seq integer not null,
  account_id bigint not null,
  key uuid not null,
  -- Which bet of its slip it is, counted from 0.
  place_in_slip integer not null,
  play text not null,
  selection text not null,
  -- How many lines the selection stands for; `stake` is for each of them.
  line_count integer not null,
  stake bigint not null,
  odds integer not null,
  at timestamptz not null,
  log_size bigint not null,
  salt uuid not null,
  primary key (period_id, seq, draws_at),
  constraint bet_stakes_something check (stake > 0 and line_count > 0 and odds > 100)
) partition by range (draws_at);
create index bet_by_player on bet (account_id, draws_at, seq);
-- The look-up of an idempotency key does not name the account: given a second index that begins with the account, the planner once
-- chose that one and read all bets of the player's last month for every slip.
create unique index bet_once_per_key on bet (key, place_in_slip, draws_at, account_id);
-- Holds the rows of months without a partition.
create table bet_default partition of bet default;
revoke insert on bet, bet_default from clearball_app;
create trigger bet_is_append_only before update or delete on bet for each row execute function refuse_change();
create trigger bet_is_not_emptied before truncate on bet execute function refuse_change();
-- From two months back: idempotency keys are looked up that far, and for months with a partition the default one is not read.
select make_partitions('bet', now() - interval '2 months', 5);

-- A slip as the app hands it to `place_bets`: bets of one player on one period, taken together or not at all.
create type slip_to_place as (
  -- The account that is charged, and the account that owns the bets and is paid.
  payer_id bigint,
  owner_id bigint,
  player_id uuid,
  -- True where the app knows that the player is certified; if false, it is looked up.
  is_certified boolean,
  key uuid,
  -- The index of its period among the batch's periods, counted from 1.
  period_place integer,
  total bigint,
  bet_count integer,
  -- The hash, in hex, of the token that the request came with; null for a bet of a repeat order.
  token text
);

-- One bet of a `slip_to_place`.
create type bet_to_place as (
  -- The index of its slip in the batch, counted from 1, and its own index in the slip, counted from 0.
  slip integer,
  place_in_slip integer,
  play text,
  selection text,
  line_count integer,
  stake bigint,
  odds integer,
  -- Known only to the player until the bets are published.
  salt uuid
);

-- Ranges of a period's bets that were paid. The row is written in the transaction of the payment, so no range is paid twice.
create table settlement (
  period_id integer not null references period,
  kind text not null,
  first_seq integer not null,
  last_seq integer not null,
  stakes bigint not null,
  paid bigint not null,
  winners integer not null,
  at timestamptz not null,
  primary key (period_id, kind, first_seq),
  constraint settlement_kind_is_known check (kind in ('payout', 'refund', 'shadow', 'rebate'))
);
create index settlement_of_shadows on settlement (at) where kind = 'shadow';
revoke insert on settlement from clearball_app;
create trigger settlement_is_append_only before update or delete on settlement for each row execute function refuse_change();

-- The rebate that a player got on a draw, to be shown with their bets.
create table rebate (
  period_id integer not null references period,
  account_id bigint not null,
  amount bigint not null,
  primary key (account_id, period_id),
  constraint rebate_is_something check (amount > 0)
);
revoke insert on rebate from clearball_app;
create trigger rebate_is_append_only before update or delete on rebate for each row execute function refuse_change();

-- The same slip over the periods to come, its stakes held from the start in an account of their own. `left_over` periods are still
-- held for; the one in `current_period` is being placed and no longer among them, so that cancelling can never give back what is
-- being staked.
create table repeat_order (
  id uuid primary key,
  player_id uuid not null references player,
  game text not null,
  rules_hash text not null,
  bets jsonb not null,
  periods integer not null,
  left_over integer not null,
  placed integer not null default 0,
  -- The stake on each period.
  stake bigint not null default 0,
  stops_on_win boolean not null,
  first_period integer not null references period,
  current_period integer references period,
  -- The key of the bet that is being placed on `current_period`. A node that claims the repeat order again makes another key, and a
  -- bet that still arrives under the old key is refused.
  claim_key uuid,
  claimed_until timestamptz,
  -- The last period that was dealt with, also by a refusal, and the last one that was bet on.
  last_period integer references period,
  placed_period integer references period,
  -- The job leaves the row alone before this time.
  due_at timestamptz not null default '-infinity',
  -- How often in a row the next bet failed, and why.
  failures integer not null default 0,
  problem text,
  status text not null default 'running',
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint repeat_order_has_periods check (periods > 0 and left_over between 0 and periods and placed between 0 and periods),
  constraint repeat_order_status_is_known check (status in ('running', 'done', 'won', 'cancelled', 'stopped')),
  constraint repeat_order_claims_a_period check ((claim_key is null) = (current_period is null)),
  constraint repeat_order_over_holds_nothing check (
    (status = 'running') = (ended_at is null) and (status = 'running' or (left_over = 0 and current_period is null))
  )
);
create index repeat_order_by_player on repeat_order (player_id, created_at, id);
create unique index repeat_order_by_claim on repeat_order (claim_key) where claim_key is not null;
create index repeat_order_running on repeat_order (due_at) where status = 'running';
grant update (
  left_over, placed, current_period, last_period, status, ended_at, claim_key, claimed_until, placed_period, due_at,
  failures, problem
) on repeat_order to clearball_app;
