-- Pictures that players send: proofs of payment, identity papers, chat. The bytes are in storage, the facts are here.

-- A row comes before its file and leaves after it, so that no file is ever without a row that leads to it.
create table upload (
  id uuid primary key,
  player_id uuid not null references player,
  purpose text not null,
  storage_name uuid not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  sha256 bytea not null,
  original_sha256 bytea not null,
  created_at timestamptz not null,
  -- The file is in storage.
  stored_at timestamptz,
  -- The picture belongs to something from then on; until then it is open.
  attached_at timestamptz,
  -- Nobody may see or attach it any more; file and row are about to go.
  removed_at timestamptz,
  constraint upload_purpose_is_known check (purpose in ('voucher', 'identity', 'chat')),
  constraint upload_type_is_a_picture check (mime_type in ('image/jpeg')),
  constraint upload_has_bytes check (bytes > 0 and width > 0 and height > 0),
  constraint upload_hashes_are_sha256 check (length(sha256) = 32 and length(original_sha256) = 32),
  constraint upload_storage_name_is_unique unique (storage_name),
  constraint upload_attached_is_stored check (attached_at is null or stored_at is not null),
  constraint upload_attached_stays check (attached_at is null or removed_at is null)
);
create index upload_by_player on upload (player_id) include (bytes, attached_at, removed_at);
create index upload_open_by_age on upload (created_at) where attached_at is null;
grant update (stored_at, attached_at, removed_at), delete on upload to clearball_app;

-- What was attached may be evidence: it is neither detached nor deleted, whatever the code believes.
create trigger upload_attached_is_kept before update or delete on upload
  for each row when (old.attached_at is not null) execute function refuse_change();
