-- beside: yes
-- outside a transaction
-- The rules read what is new in the order of time.

create index concurrently if not exists withdrawal_by_time on withdrawal (created_at, id);

create index concurrently if not exists wallet_by_time on wallet (created_at, id);

create index concurrently if not exists session_by_time on session (created_at, id) where player_id is not null;

create index concurrently if not exists deposit_by_passing on deposit (decided_at, id) where status = 'passed';

create index concurrently if not exists period_by_settling on period (settled_at, id) where settled_at is not null;
