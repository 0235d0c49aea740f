-- A player may show a picture of their own. It is no evidence: once another takes its place, it goes.

alter table player add column avatar_id uuid unique references upload;

alter table upload
  drop constraint upload_purpose_is_known,
  add constraint upload_purpose_is_known check (purpose in ('voucher', 'identity', 'chat', 'avatar')),
  drop constraint upload_attached_stays,
  add constraint upload_attached_stays check (attached_at is null or removed_at is null or purpose = 'avatar');

drop trigger upload_attached_is_kept on upload;
create trigger upload_attached_is_kept before update or delete on upload
  for each row when (old.attached_at is not null and old.purpose <> 'avatar') execute function refuse_change();
