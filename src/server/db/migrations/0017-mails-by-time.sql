-- beside: yes
-- outside a transaction
-- A page of the mails is found without reading and sorting all that were ever sent.

create index concurrently if not exists mail_by_time on mail (created_at, id);
