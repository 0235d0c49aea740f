-- Reports: figures that are summed once when a draw is over, so that no report reads millions of bets.

-- A game's figures for a UTC day. `squares` sums (payout - expected payout) squared over the draws, in dollars squared; it shows how
-- far the day may deviate by chance.
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
  -- Stakes of draws that were void or cancelled; they are in no other column.
  returned bigint not null,
  primary key (day, game),
  constraint game_day_is_a_day check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
revoke insert on game_day from clearball_app;

-- The same figures by market, so that a market that pays too much is visible within its game.
create table market_day (
  day text not null,
  game text not null,
  market text not null,
  draws integer not null,
  bets bigint not null,
  stakes bigint not null,
  paid bigint not null,
  expected bigint not null,
  squares bigint not null,
  primary key (day, game, market)
);
revoke insert on market_day from clearball_app;

-- The days of a month on which a player bet, so that active players are counted without reading bets. `days` is a bit mask: the first
-- of the month is 1, the second 2, the third 4.
create table player_month (
  month text not null,
  account_id bigint not null,
  days integer not null,
  primary key (month, account_id),
  constraint player_month_is_a_month check (month ~ '^[0-9]{4}-[0-9]{2}$')
);
revoke insert on player_month from clearball_app;

-- How many players bet on a day.
create table active_day (
  day text primary key,
  players integer not null,
  constraint active_day_is_a_day check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
revoke insert on active_day from clearball_app;
