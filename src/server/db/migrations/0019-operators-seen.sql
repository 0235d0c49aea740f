-- beside: yes
-- outside a transaction
-- When an operator was last seen is read from the index, not from all sessions of the house.

create index concurrently if not exists session_of_operator on session (operator_id, seen_at) where operator_id is not null;
