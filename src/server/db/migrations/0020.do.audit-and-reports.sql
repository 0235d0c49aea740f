-- For those who look afterwards: operators' actions in a chain of hashes, and the figures of the games rolled up by day.

-- Every action with the hash of all before it. Written at the commit of the action itself, so there is no moment in which an
-- action could be changed unseen; the order is that of the commits.
create table action_chain (
  number bigint primary key,
  action_id bigint not null,
  former_hash bytea not null,
  hash bytea not null,
  constraint action_chain_names_an_action_once unique (action_id)
);
create trigger action_chain_is_append_only before update or delete on action_chain
  for each row execute function refuse_change();
create trigger action_chain_is_not_emptied before truncate on action_chain execute function refuse_change();
create trigger operator_action_is_not_emptied before truncate on operator_action execute function refuse_change();
revoke insert on action_chain from clearball_app;

create index operator_action_by_operator on operator_action (operator_id, id);
create index operator_action_by_time on operator_action (at, id);
-- The console finds actions by how their subject begins.
create index operator_action_by_beginning on operator_action (subject text_pattern_ops, id);

-- What an action says, in one form that no setting of a session changes.
create function action_hash(former bytea, action operator_action) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(former || convert_to(jsonb_build_array(
    action.id, action.operator_id, action.capability, action.subject, action.reason, action.before, action.after,
    to_char(action.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))
$$;

create function chain_action() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former action_chain;
begin
  -- Deferred to the commit, so the lock is held for its length alone, and nothing is waited for while it is held.
  perform pg_advisory_xact_lock(7261020);
  select * into former from action_chain order by number desc limit 1;
  former.number := coalesce(former.number, 0);
  former.hash := coalesce(former.hash, sha256('clearball actions'));
  insert into action_chain (number, action_id, former_hash, hash)
    values (former.number + 1, new.id, former.hash, action_hash(former.hash, new));
  return null;
end $$;
revoke execute on function chain_action from public;

-- Actions from before the chain begin it.
do $$
declare
  former bytea := sha256('clearball actions');
  counted bigint := 0;
  action operator_action;
begin
  for action in select * from operator_action order by id loop
    counted := counted + 1;
    insert into action_chain (number, action_id, former_hash, hash)
      values (counted, action.id, former, action_hash(former, action)) returning hash into former;
  end loop;
end $$;

create constraint trigger operator_action_is_chained after insert on operator_action
  deferrable initially deferred for each row execute function chain_action();

-- A game's day, by the UTC day of its draws. Squares are of whole dollars: what the draws' payouts were away from what was
-- to be expected, squared and added up, tells how far off the day may be by chance.
create table game_day (
  day text not null,
  game text not null,
  draws integer not null,
  bets bigint not null,
  stakes bigint not null,
  paid bigint not null,
  expected bigint not null,
  squares bigint not null,
  rebates bigint not null,
  -- Stakes of draws that were void or cancelled; not among the others.
  returned bigint not null,
  primary key (day, game),
  constraint game_day_is_a_day check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);

create table market_day (
  day text not null,
  game text not null,
  market text not null,
  bets bigint not null,
  stakes bigint not null,
  paid bigint not null,
  expected bigint not null,
  primary key (day, game, market)
);

-- Who bet on a day.
create table player_day (
  day text not null,
  account_id bigint not null,
  primary key (day, account_id)
);

alter table betting add column rolled_up_at timestamptz;
create index betting_to_roll_up on betting (period_id) where rolled_up_at is null and bets > 0;
create index settlement_of_shadows on settlement (at) where kind = 'shadow';
create index deposit_by_decision on deposit (decided_at) where decided_at is not null;
create index withdrawal_by_decision on withdrawal (decided_at) where decided_at is not null;
create index certification_by_decision on certification (decided_at) where decided_at is not null;
create index player_by_age on player (created_at);

revoke insert on game_day, market_day, player_day from clearball_app;

-- Adds a period to its day, once. What was paid is taken from the settlement itself; `expecteds` and `paids` come by market.
create function roll_up_period(
  period integer, moment timestamptz,
  markets text[], counts bigint[], staked bigint[], paids bigint[], expecteds bigint[]
) returns boolean
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  of_period betting;
  about record;
  expected_in_all constant bigint := (select coalesce(sum(each), 0) from unnest(expecteds) each);
begin
  update betting set rolled_up_at = moment where period_id = roll_up_period.period and rolled_up_at is null
    returning * into of_period;
  if not found then
    return false;
  end if;
  select game, status = 'drawn' as is_drawn, to_char(draws_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      (select coalesce(sum(paid), 0) from settlement where period_id = period.id and kind = 'payout')::bigint as paid,
      (select coalesce(sum(paid), 0) from settlement where period_id = period.id and kind = 'rebate')::bigint as rebates
    into about from public.period where id = roll_up_period.period;
  insert into game_day as total (day, game, draws, bets, stakes, paid, expected, squares, rebates, returned)
    values (about.day, about.game, about.is_drawn::integer,
      case when about.is_drawn then of_period.bets else 0 end, case when about.is_drawn then of_period.stakes else 0 end,
      about.paid, expected_in_all, ((about.paid - expected_in_all) / 100) * ((about.paid - expected_in_all) / 100),
      about.rebates, case when about.is_drawn then 0 else of_period.stakes end)
    on conflict (day, game) do update set draws = total.draws + excluded.draws, bets = total.bets + excluded.bets,
      stakes = total.stakes + excluded.stakes, paid = total.paid + excluded.paid,
      expected = total.expected + excluded.expected, squares = total.squares + excluded.squares,
      rebates = total.rebates + excluded.rebates, returned = total.returned + excluded.returned;
  insert into market_day as total (day, game, market, bets, stakes, paid, expected)
    select about.day, about.game, given.market, given.count, given.staked, given.paid, given.expected
    from unnest(markets, counts, staked, paids, expecteds) as given (market, count, staked, paid, expected)
    order by given.market
    on conflict (day, game, market) do update set bets = total.bets + excluded.bets,
      stakes = total.stakes + excluded.stakes, paid = total.paid + excluded.paid, expected = total.expected + excluded.expected;
  insert into player_day (day, account_id)
    select distinct about.day, account_id from bet
    where period_id = roll_up_period.period and draws_at = of_period.draws_at order by account_id
    on conflict do nothing;
  return true;
end $$;
revoke execute on function roll_up_period from public;
grant execute on function roll_up_period to clearball_app;

-- Alarms that were told to the webhook, so that of several nodes one tells each of them once.
create table told_alarm (
  kind text primary key,
  told_at timestamptz not null
);
grant delete on told_alarm to clearball_app;
