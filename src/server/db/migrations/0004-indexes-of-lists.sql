-- beside: yes
-- outside a transaction
-- The console's lists are read in the order of an index, whatever they are filtered by.

create index concurrently if not exists deposit_by_time on deposit (created_at, id);

create index concurrently if not exists deposit_by_rail on deposit (currency, created_at, id);

create index concurrently if not exists deposit_by_reviewer on deposit (decided_by, created_at, id) where decided_by is not null;

create index concurrently if not exists deposit_by_amount on deposit (amount, id);

create index concurrently if not exists deposit_of_two on deposit (created_at, id) where needs_two;

create index concurrently if not exists deposit_in_hand on deposit (taken_by, taken_until) where status = 'under_review';

create index concurrently if not exists withdrawal_by_time on withdrawal (created_at, id);

create index concurrently if not exists withdrawal_by_reviewer on withdrawal (decided_by, created_at, id) where decided_by is not null;

create index concurrently if not exists withdrawal_by_amount on withdrawal (amount, id);

create index concurrently if not exists withdrawal_of_two on withdrawal (created_at, id) where needs_two;

create index concurrently if not exists withdrawal_in_hand on withdrawal (taken_by, taken_until) where status = 'under_review';

create index concurrently if not exists certification_by_time on certification (created_at, id);

create index concurrently if not exists certification_by_country on certification (country, created_at, id);

create index concurrently if not exists certification_by_reviewer on certification (decided_by, created_at, id)
  where decided_by is not null;

create index concurrently if not exists certification_in_hand on certification (taken_by, taken_until) where status = 'under_review';

create index concurrently if not exists conversation_by_time on conversation (since, id);

create index concurrently if not exists conversation_by_assignee on conversation (assigned_to, since, id) where assigned_to is not null;

create index concurrently if not exists player_by_status on player (status, created_at, id);

create index concurrently if not exists player_by_country on player (country, created_at, id);

create index concurrently if not exists player_by_language on player (language, created_at, id);

create index concurrently if not exists player_by_exclusion on player (excluded_until) where excluded_until is not null;

create index concurrently if not exists operator_action_of_operator on operator_action (operator_id, at, id);

create index concurrently if not exists operator_action_by_capability on operator_action (capability, at, id);

-- Bets are listed draw by draw; an index over the bets themselves would make each bet dearer to place.
create index concurrently if not exists betting_by_draw on betting (draws_at, period_id);
