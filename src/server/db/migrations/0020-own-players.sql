-- beside: yes
-- Nobody decides what they asked for as a player, also where that account has another address by then.

-- Accounts that had the mailbox of an operator, until when.
create table own_player (
  player_id uuid not null references player,
  operator_id uuid not null references operator,
  left_at timestamptz not null,
  primary key (player_id, operator_id)
);
create trigger own_player_is_kept before update or delete on own_player for each row execute function refuse_change();
