-- A second way into the console: a passkey that asks its owner for a finger, a face or a PIN needs no password beside it. Its
-- ticket is opened by anybody who knows an account's name, so it must not count as a try of somebody who knew the password.
alter table sign_in_ticket
  drop constraint sign_in_ticket_purpose_is_known,
  add constraint sign_in_ticket_purpose_is_known check (purpose in ('sign_in', 'change', 'passkey'));
