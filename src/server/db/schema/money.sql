-- Money in and out: the accounts to which players pay, their wallets, and the review of each top-up and each withdrawal.

-- The house's accounts to which players pay. A change is a new row; the old row is retired, never edited.
create table receiving_account (
  id uuid primary key,
  kind text not null,
  network text,
  address text,
  bank_name text,
  bank_address text,
  card_number text,
  routing text,
  cardholder text,
  valid_from timestamptz not null,
  valid_until timestamptz,
  retired_at timestamptz,
  -- Null for the accounts of the demo.
  proposal_id uuid references proposal,
  constraint receiving_account_kind_is_known check (kind in ('usdt', 'bank')),
  constraint receiving_account_network_is_known check (network in ('TRC20', 'ERC20')),
  constraint receiving_account_usdt_has_an_address
    check (kind <> 'usdt' or (num_nonnulls(network, address) = 2 and valid_until is null)),
  constraint receiving_account_card_is_whole_and_ends check (
    kind <> 'bank' or num_nonnulls(bank_name, bank_address, card_number, routing, cardholder, valid_until) = 6
  ),
  constraint receiving_account_comes_of_one_proposal unique (proposal_id)
);
create index receiving_account_by_kind on receiving_account (kind, valid_from);
grant update (retired_at) on receiving_account to clearball_app;

-- Which bank card was given to which player. A player is shown only cards that were given to them.
create table given_card (
  id bigint generated always as identity primary key,
  player_id uuid not null references player,
  receiving_id uuid not null references receiving_account,
  given_by uuid not null references operator,
  given_at timestamptz not null
);
create index given_card_by_player on given_card (player_id, id);
create trigger given_card_is_append_only before update or delete on given_card
  for each row execute function refuse_change();

-- The address or bank card to which a player wants to be paid.
create table wallet (
  id uuid primary key,
  player_id uuid not null references player,
  kind text not null,
  network text,
  address text,
  bank_name text,
  bank_address text,
  -- Encrypted with a key derived from the pepper, which is not in the database.
  card_sealed bytea,
  card_end text,
  card_phone text,
  routing text,
  cardholder text,
  contact text,
  -- Keyed hash of the destination: finds the same one in other players' wallets without revealing any.
  fingerprint bytea not null,
  is_default boolean not null,
  usable_from timestamptz not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint wallet_kind_is_known check (kind in ('digital', 'bank')),
  constraint wallet_network_is_known check (network in ('TRC20', 'ERC20')),
  constraint wallet_digital_has_an_address check (kind <> 'digital' or num_nonnulls(network, address) = 2),
  constraint wallet_bank_is_whole check (
    kind <> 'bank'
    or num_nonnulls(bank_name, bank_address, card_sealed, card_end, card_phone, routing, cardholder, contact) = 8
  ),
  constraint wallet_shows_four_digits check (length(card_end) = 4),
  constraint wallet_removed_is_no_default check (removed_at is null or not is_default)
);
create unique index wallet_is_had_once on wallet (player_id, fingerprint) where removed_at is null;
create unique index wallet_one_default_per_player on wallet (player_id) where is_default;
create index wallet_by_player on wallet (player_id, created_at);
create index wallet_by_fingerprint on wallet (fingerprint);
grant update (is_default, removed_at) on wallet to clearball_app;

-- A top-up: what the player claims to have paid, and what reviewers found.
create table deposit (
  -- The idempotency key, made by the player's client: the same request twice is one top-up.
  id uuid primary key,
  player_id uuid not null references player,
  receiving_id uuid not null references receiving_account,
  currency text not null,
  amount bigint not null,
  reference text not null,
  -- The reference without the spacing and case that people write differently, so that one payment can be claimed only once.
  plain_reference text not null,
  voucher_id uuid not null references upload,
  voucher_sha256 bytea not null,
  voucher_original_sha256 bytea not null,
  status text not null default 'waiting',
  taken_by uuid references operator,
  taken_until timestamptz,
  agreed_by uuid references operator,
  agreed_at timestamptz,
  agreed_received bigint,
  -- The amount that arrived and was credited; `needs_two` says whether crediting it took two people.
  received bigint,
  needs_two boolean not null default false,
  reason_code text,
  reason_text text,
  decided_by uuid references operator,
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint deposit_currency_is_known check (currency in ('usdt', 'bank')),
  constraint deposit_amount_is_positive check (amount > 0 and (received is null or received > 0)),
  constraint deposit_status_is_known check (status in ('waiting', 'under_review', 'passed', 'rejected')),
  constraint deposit_taken_has_an_end check ((taken_by is null) = (taken_until is null)),
  constraint deposit_decided_by_somebody check (
    num_nonnulls(decided_by, decided_at) = case when status in ('passed', 'rejected') then 2 else 0 end
  ),
  constraint deposit_agreed_with_an_amount check (num_nonnulls(agreed_by, agreed_at, agreed_received) in (0, 3)),
  constraint deposit_passed_has_an_amount check ((status = 'passed') = (received is not null)),
  constraint deposit_large_passed_by_two check (
    status <> 'passed' or not needs_two
    or (agreed_by is not null and agreed_by <> decided_by and agreed_received = received)
  ),
  constraint deposit_rejected_for_a_reason check ((status = 'rejected') = (reason_code is not null)),
  constraint deposit_other_reason_is_told check (reason_code <> 'other' or reason_text is not null)
);
-- Only a rejected top-up may be sent again; any other claims its payment and its picture for good.
create unique index deposit_reference_is_claimed_once on deposit (currency, plain_reference) where status <> 'rejected';
create unique index deposit_voucher_is_used_once on deposit (voucher_sha256) where status <> 'rejected';
create unique index deposit_voucher_file_is_used_once on deposit (voucher_original_sha256) where status <> 'rejected';
create index deposit_by_player on deposit (player_id, created_at, id);
create index deposit_by_age on deposit (status, created_at, id);
create index deposit_by_decision on deposit (decided_at) where decided_at is not null;
grant update (
  status, taken_by, taken_until, agreed_by, agreed_at, agreed_received, received, needs_two, reason_code, reason_text,
  decided_by, decided_at
) on deposit to clearball_app;
create trigger deposit_decided_is_final before update or delete on deposit
  for each row when (old.status in ('passed', 'rejected')) execute function refuse_change();

-- Vouchers reduced to grey pixels of one size, to find a receipt that was photographed twice. A print is deleted with a picture that
-- was never used.
create table voucher_print (
  upload_id uuid primary key references upload on delete cascade,
  pixels bytea not null,
  constraint voucher_print_has_one_size check (length(pixels) = 135 * 240)
);

-- Credited top-ups whose money was taken back by the bank or network; `shortfall` is the part that the player no longer had.
create table deposit_reversal (
  deposit_id uuid primary key references deposit,
  player_id uuid not null references player,
  amount bigint not null,
  shortfall bigint not null,
  proposal_id uuid not null references proposal,
  at timestamptz not null,
  constraint deposit_reversal_adds_up check (amount > 0 and shortfall >= 0 and shortfall <= amount)
);
create index deposit_reversal_by_player on deposit_reversal (player_id);
create trigger deposit_reversal_is_append_only before update or delete on deposit_reversal
  for each row execute function refuse_change();

-- A withdrawal: what a player wants paid out, and what reviewers decided.
create table withdrawal (
  -- The idempotency key, made by the player's client.
  id uuid primary key,
  player_id uuid not null references player,
  wallet_id uuid not null references wallet,
  amount bigint not null,
  fee bigint not null,
  fee_bps integer not null,
  needs_two boolean not null,
  status text not null default 'waiting',
  taken_by uuid references operator,
  taken_until timestamptz,
  agreed_by uuid references operator,
  agreed_at timestamptz,
  payout_reference text,
  reason_code text,
  reason_text text,
  decided_by uuid references operator,
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint withdrawal_leaves_something check (fee >= 0 and fee < amount),
  constraint withdrawal_status_is_known check (status in ('waiting', 'under_review', 'passed', 'rejected')),
  constraint withdrawal_taken_has_an_end check ((taken_by is null) = (taken_until is null)),
  constraint withdrawal_decided_by_somebody check (
    num_nonnulls(decided_by, decided_at) = case when status in ('passed', 'rejected') then 2 else 0 end
  ),
  constraint withdrawal_agreed_at_a_time check ((agreed_by is null) = (agreed_at is null)),
  constraint withdrawal_passed_was_paid check ((status = 'passed') = (payout_reference is not null)),
  constraint withdrawal_large_passed_by_two check (
    status <> 'passed' or not needs_two or (agreed_by is not null and agreed_by <> decided_by)
  ),
  constraint withdrawal_rejected_for_a_reason check (
    num_nonnulls(reason_code, reason_text) = case when status = 'rejected' then 2 else 0 end
  )
);
create index withdrawal_by_player on withdrawal (player_id, created_at, id);
create index withdrawal_by_age on withdrawal (status, created_at, id);
create index withdrawal_by_decision on withdrawal (decided_at) where decided_at is not null;
grant update (
  status, taken_by, taken_until, agreed_by, agreed_at, payout_reference, reason_code, reason_text, decided_by,
  decided_at
) on withdrawal to clearball_app;
create trigger withdrawal_decided_is_final before update or delete on withdrawal
  for each row when (old.status in ('passed', 'rejected')) execute function refuse_change();

-- The steps of the review of a top-up or a withdrawal, in order, as shown to the player.
create table review_step (
  id bigint generated always as identity primary key,
  review_id uuid not null,
  step text not null,
  at timestamptz not null,
  constraint review_step_is_known check (step in ('asked', 'taken', 'agreed', 'passed', 'rejected', 'reversed'))
);
create index review_step_by_review on review_step (review_id, id);
create trigger review_step_is_append_only before update or delete on review_step
  for each row execute function refuse_change();
