-- beside: yes
-- outside a transaction
-- Finds the periods that are not yet in the sums by players.

create index concurrently if not exists betting_to_roll_up_players on betting (period_id)
  where players_rolled_up_at is null and rolled_up_at is not null and bets > 0;
