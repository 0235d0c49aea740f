-- Reports: the figures of the games, summed once when a draw is over, so that no report reads millions of bets.

-- A game's day, by the UTC day of its draws. `squares` adds up, in dollars squared, how far each draw's payout was from what was
-- to be expected: it tells how far the day may be off by chance.
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

-- The same by market, so that a market that pays too much is seen within its game.
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

-- On which days of a month a player bet, so that active players are counted without reading bets. The days are bits: the first of
-- the month is 1, the second 2, the third 4.
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
