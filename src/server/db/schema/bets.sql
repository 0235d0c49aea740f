-- Bets: placed in batches by `place_bets`, never changed, paid in pieces by `settle_bets` and `pay_rebates`. The app writes none of
-- these tables but `chase` by itself.

-- What a period has taken so far. Its row is changed once per batch, because a bet's number in its draw has no gaps.
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

-- A bet as accepted. What it won follows from the draw; nothing is ever written here again. Partitioned by the draw's own instant,
-- so that the same request falls into the same partition whenever it is repeated.
create table bet (
  draws_at timestamptz not null,
  period_id integer not null,
  seq integer not null,
  account_id bigint not null,
  key uuid not null,
  line integer not null,
  play text not null,
  selection text not null,
  lines integer not null,
  stake bigint not null,
  odds integer not null,
  at timestamptz not null,
  head_seq bigint not null,
  salt uuid not null,
  primary key (period_id, seq, draws_at),
  constraint bet_stakes_something check (stake > 0 and lines > 0 and odds > 100)
) partition by range (draws_at);
create index bet_by_player on bet (account_id, draws_at, seq);
-- A key is looked for without the account: beside a second index that begins with the account, the planner once took that one and
-- read all bets of the player since a month ago, for every slip.
create unique index bet_once_per_key on bet (key, line, draws_at, account_id);
-- Takes the rows of months without a partition.
create table bet_default partition of bet default;
revoke insert on bet, bet_default from clearball_app;
create trigger bet_is_append_only before update or delete on bet for each row execute function refuse_change();
create trigger bet_is_not_emptied before truncate on bet execute function refuse_change();
-- From two months back: a key is looked for that far, and months with a partition need no look into the default one.
select make_partitions('bet', now() - interval '2 months', 5);

-- A slip as the app hands it to `place_bets`: bets of one player on one period, taken together or not at all.
create type slip_to_place as (
  -- The account that is charged, and the one that owns the bets and is paid.
  payer_id bigint,
  owner_id bigint,
  player_id uuid,
  -- Whether the app knows that the player is certified; where not, it is looked up.
  is_certified boolean,
  key uuid,
  -- Which of the batch's periods it is on, counted from 1.
  period_place integer,
  total bigint,
  bet_count integer
);

-- One bet of such a slip.
create type bet_to_place as (
  -- Which of the batch's slips it belongs to, counted from 1, and its own place in it, counted from 0.
  slip integer,
  line integer,
  play text,
  selection text,
  lines integer,
  stake bigint,
  odds integer,
  -- Known to the player alone until the bets are published.
  salt uuid
);

-- Pieces of a period's bets that were paid; the row is written with the payment, so a piece is paid once.
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

-- What a player got back on a draw besides winnings, so that their bets can say so.
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
create table chase (
  id uuid primary key,
  player_id uuid not null references player,
  game text not null,
  rules_hash text not null,
  bets jsonb not null,
  periods integer not null,
  left_over integer not null,
  placed integer not null default 0,
  -- For each period.
  stake bigint not null default 0,
  stops_on_win boolean not null,
  first_period integer not null references period,
  current_period integer references period,
  -- The key of the bet that is being placed on `current_period`. Whoever claims the chase anew makes another key, and a bet that
  -- still comes under the old one is refused.
  claim_key uuid,
  claimed_until timestamptz,
  -- The last period that was dealt with, also by a refusal, and the last one that was bet on.
  last_period integer references period,
  placed_period integer references period,
  -- Nothing is to be done before.
  due_at timestamptz not null default '-infinity',
  -- How often in a row it could not go on, and why.
  failures integer not null default 0,
  problem text,
  status text not null default 'running',
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint chase_has_periods check (periods > 0 and left_over between 0 and periods and placed between 0 and periods),
  constraint chase_status_is_known check (status in ('running', 'done', 'won', 'cancelled', 'stopped')),
  constraint chase_claims_a_period check ((claim_key is null) = (current_period is null)),
  constraint chase_over_holds_nothing check (
    (status = 'running') = (ended_at is null) and (status = 'running' or (left_over = 0 and current_period is null))
  )
);
create index chase_by_player on chase (player_id, created_at, id);
create unique index chase_by_claim on chase (claim_key) where claim_key is not null;
create index chase_running on chase (due_at) where status = 'running';
grant update (
  left_over, placed, current_period, last_period, status, ended_at, claim_key, claimed_until, placed_period, due_at,
  failures, problem
) on chase to clearball_app;
