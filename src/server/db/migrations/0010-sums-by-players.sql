-- beside: yes
-- Sums for the reports by hour, country, age of the account, inviter and week of the first top-up, and what tells operators who are away.

-- When a period was added to the tables below. Apart from `rolled_up_at`, so that periods of the past are added as well, and so that all of
-- it can be thrown away and made again.
alter table betting add column players_rolled_up_at timestamptz;

-- A game's figures for an hour of a UTC day.
create table game_hour (
  day text not null,
  hour integer not null,
  game text not null,
  draws integer not null,
  bets bigint not null,
  stakes bigint not null,
  paid bigint not null,
  primary key (day, hour, game),
  constraint game_hour_is_a_day check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  constraint game_hour_is_of_a_day check (hour between 0 and 23)
);
revoke insert on game_hour from clearball_app;

-- The figures of a UTC day by a trait of the players who bet. `trait` says which: the country of their papers, how long they had been
-- registered when the draw was held, or the id of the player who invited them (empty where an operator's code did). Each was final when the
-- draw was held, so the sums can be made again from the bets.
create table trait_day (
  trait text not null,
  day text not null,
  name text not null,
  bets bigint not null,
  stakes bigint not null,
  paid bigint not null,
  primary key (trait, day, name),
  constraint trait_day_trait_is_known check (trait in ('country', 'age', 'inviter')),
  constraint trait_day_is_a_day check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
revoke insert on trait_day from clearball_app;

-- When a player's first top-up was credited. A trigger writes the row when a top-up is passed.
create table first_top_up (
  player_id uuid primary key references player,
  at timestamptz not null
);
create index first_top_up_by_time on first_top_up (at);
revoke insert on first_top_up from clearball_app;
\ir ../schema/functions/note_first_top_up.sql
create trigger deposit_first_is_noted after update of status on deposit
  for each row when (new.status = 'passed') execute function note_first_top_up();
insert into first_top_up (player_id, at)
  select player_id, min(decided_at) from deposit where status = 'passed' group by player_id;

-- The weeks, named by their Monday, in which a player bet after the first top-up, so that each player is counted once a week.
create table player_week (
  week text not null,
  account_id bigint not null,
  primary key (week, account_id)
);
revoke insert on player_week from clearball_app;

-- What the players whose first top-up was in the week `cohort` did in the week `week`. Both are named by their Monday.
create table cohort_week (
  cohort text not null,
  week text not null,
  players integer not null,
  bets bigint not null,
  stakes bigint not null,
  paid bigint not null,
  primary key (cohort, week),
  constraint cohort_week_goes_forward check (week >= cohort)
);
revoke insert on cohort_week from clearball_app;

-- The operators who get the mail with the figures of the week, and in which language.
create table report_reader (
  operator_id uuid primary key references operator,
  language text not null,
  since timestamptz not null
);
grant update (language), delete on report_reader to clearball_app;

-- The weeks, named by their Monday, whose mails were written, so that only one node writes them, once.
create table weekly_report (
  week text primary key,
  at timestamptz not null,
  mails integer not null
);

-- What operators who are away were told last, so that they are told at most once an hour of each kind. `upto` is the newest case that
-- the message counted; null for an alarm.
create table away_notice (
  kind text primary key,
  told_at timestamptz not null,
  upto timestamptz
);
grant update (told_at, upto) on away_notice to clearball_app;

-- The outbox of messages to the webhook of operators who are away, sent as mails are.
create table away_message (
  id uuid primary key,
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  sent_at timestamptz,
  problem text
);
create index away_message_due on away_message (due_at) where sent_at is null;
grant update (due_at, tries, sent_at, problem), delete on away_message to clearball_app;
create index away_message_by_age on away_message (created_at);

-- How many different players have a live connection to the node, with its heartbeat.
alter table node add column players integer not null default 0;
grant update (players) on node to clearball_app;
