-- How often each number came at each place, by day: figures that are published, not scanned for.
create table number_tally (
  game text not null,
  day text not null,
  place integer not null,
  number integer not null,
  seen integer not null,
  primary key (game, day, place, number)
);
grant update on number_tally to clearball_app;
insert into number_tally (game, day, place, number, seen)
  select game, day, place, shown.number, count(*) from period, unnest(outcome) with ordinality as shown (number, place)
  where status = 'drawn' group by game, day, place, shown.number;

-- That somebody else saw a draw close before its round, signed with a key of theirs.
create table countersignature (
  period_id integer not null references period,
  witness bytea not null,
  sig bytea not null,
  seen_at timestamptz not null,
  received_at timestamptz not null,
  primary key (period_id, witness),
  constraint countersignature_witness_is_a_key check (length(witness) = 32),
  constraint countersignature_sig_is_one check (length(sig) = 64)
);
create trigger countersignature_is_append_only before update or delete on countersignature
  for each row execute function refuse_change();
create trigger countersignature_is_not_emptied before truncate on countersignature
  for each statement execute function refuse_change();

-- Of the drawn ones, those that at least one witness saw close in time.
alter table draw_tally add column witnessed integer not null default 0;
