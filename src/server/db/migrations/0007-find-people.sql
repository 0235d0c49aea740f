-- beside: yes
-- outside a transaction
-- Finds accounts by what they share, and anything by what an operator types into the search.

create index concurrently if not exists session_by_address_and_player on session (address, player_id, created_at)
  where player_id is not null;

create index concurrently if not exists session_by_browser on session (browser, player_id, created_at) where browser is not null;

create index concurrently if not exists session_of_player on session (player_id, created_at) where player_id is not null;

create index concurrently if not exists wallet_by_fingerprint_and_player on wallet (fingerprint, player_id, created_at);

create index concurrently if not exists wallet_by_address on wallet (lower(address) text_pattern_ops) where address is not null;

create index concurrently if not exists wallet_by_card_end on wallet (card_end, created_at) where card_end is not null;

create index concurrently if not exists certification_by_document on certification (document_hash, player_id, created_at);

create index concurrently if not exists certification_by_name on certification (lower(legal_name) text_pattern_ops);

create index concurrently if not exists player_nickname_by_beginning on player (lower(nickname) text_pattern_ops);

create index concurrently if not exists player_by_inviter_and_age on player (invited_by, created_at, id) where invited_by is not null;

create index concurrently if not exists deposit_by_reference on deposit (plain_reference text_pattern_ops);

create index concurrently if not exists withdrawal_by_reference on withdrawal (lower(payout_reference) text_pattern_ops)
  where payout_reference is not null;

create index concurrently if not exists player_phone_by_end on player (reverse(phone) text_pattern_ops) where phone is not null;

create index concurrently if not exists invitation_of_operator on invitation (created_at, code) where made_by is not null;

create index concurrently if not exists invitation_of_player on invitation (created_at, code) where player_id is not null;

create index concurrently if not exists player_by_invitation_and_age on player (invitation_code, created_at, id);

alter table invitation validate constraint invitation_revoked_by_somebody;

alter table invitation validate constraint invitation_revoked_has_no_uses;

create index concurrently if not exists deposit_of_player_by_decision on deposit (player_id, decided_at)
  where decided_at is not null;

create index concurrently if not exists withdrawal_of_player_by_decision on withdrawal (player_id, decided_at)
  where decided_at is not null;

create index concurrently if not exists operator_action_of_change on operator_action (subject, at)
  where capability <> 'players.view' and capability <> 'players.note';
