-- Top-ups and withdrawals can be stopped by one person, as games can: to wait for a second one is to let the damage go on. Alone
-- one can only switch off. Switching on again, like every other change, comes of a proposal that somebody else approved.
alter table setting_change
  alter column proposal_id drop not null,
  add column stopped_by uuid references operator,
  add column reason text,
  add constraint setting_change_comes_of_somebody check (num_nonnulls(proposal_id, stopped_by) = 1),
  add constraint setting_change_alone_only_stops check (
    stopped_by is null or (name in ('deposits_open', 'withdrawals_open') and value = 0 and reason is not null)
  );

-- For colleagues to read beside the stop; those made before have it in the log of actions alone.
alter table game_stop add column reason text;
