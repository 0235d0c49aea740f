-- beside: yes
-- Whoever has a stolen password must neither reset the count of wrong codes nor add a factor beside those of the owner.

-- Tickets are ended instead of deleted, because their spent attempts are that count.
grant update (expires_at) on sign_in_ticket to clearball_app;

-- Whether a factor that its owner had already was proven when this one was begun. A factor begun by a node of the former release counts
-- as begun without proof.
alter table factor add column is_proven boolean not null default false;
