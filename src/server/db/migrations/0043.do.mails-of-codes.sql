-- The mail that carries a code. Where nobody is meant there is no such mail; a request looks alike in both cases.
alter table verification_code add column mail_id uuid;
