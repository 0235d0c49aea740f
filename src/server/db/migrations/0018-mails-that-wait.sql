-- beside: yes
-- outside a transaction
-- Mails are kept for good. What waits, what failed and what was sent last is found without reading those that were given up or sent long ago.

create index concurrently if not exists mail_waiting on mail (due_at) where sent_at is null and tries < 8;

create index concurrently if not exists mail_failed on mail (failed_at) where sent_at is null and failed_by = 'server';

create index concurrently if not exists mail_sent on mail (sent_at) where sent_at is not null;

drop index concurrently if exists mail_due;
