-- beside: yes
-- outside a transaction
-- Lists that add up ten thousand rows find in the index all that they need of each; in the table each row would be another page to read.

create index concurrently if not exists deposit_times on deposit (created_at, id)
  include (amount, received, status, currency, decided_at, decided_by, needs_two, player_id);

drop index concurrently if exists deposit_by_time;

create index concurrently if not exists deposit_amounts on deposit (amount, id)
  include (received, status, currency, created_at, decided_at, decided_by, needs_two, player_id);

drop index concurrently if exists deposit_by_amount;

create index concurrently if not exists deposit_of_player on deposit (player_id, created_at, id) include (amount, received, decided_at);

drop index concurrently if exists deposit_by_player;

create index concurrently if not exists withdrawal_times on withdrawal (created_at, id)
  include (amount, fee, status, decided_at, decided_by, needs_two, player_id, wallet_id);

drop index concurrently if exists withdrawal_by_time;

create index concurrently if not exists withdrawal_amounts on withdrawal (amount, id)
  include (fee, status, created_at, decided_at, decided_by, needs_two, player_id, wallet_id);

drop index concurrently if exists withdrawal_by_amount;

create index concurrently if not exists withdrawal_of_player on withdrawal (player_id, created_at, id) include (amount, fee, decided_at);

drop index concurrently if exists withdrawal_by_player;

create index concurrently if not exists player_country on player (id) include (country);

create index concurrently if not exists wallet_kind on wallet (id) include (kind, network);
