-- beside: yes
-- outside a transaction
-- What one player has is found without reading all that they ever made: their newest limits, and their mails.

create index concurrently if not exists play_limit_last on play_limit (player_id, kind, span, id);

create index concurrently if not exists play_limit_in_force on play_limit (player_id, kind, span, id) where confirmed_at is not null;

drop index concurrently if exists play_limit_by_player;

create index concurrently if not exists deposit_limit_last on deposit_limit (player_id, span, id);

create index concurrently if not exists deposit_limit_in_force on deposit_limit (player_id, span, id) where confirmed_at is not null;

drop index concurrently if exists deposit_limit_by_player;

-- What was sent to an address is part of what its player may export.
create index concurrently if not exists mail_by_recipient on mail (recipient, created_at);
