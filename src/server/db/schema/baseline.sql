-- The order in which an empty database is built. `\ir` includes a file, as in psql. A function is named here where a table needs it
-- for a trigger, an index or a default; all the other functions follow after the tables.
\ir functions/refuse_change.sql
\ir house.sql
\ir functions/keep_inviter.sql
\ir functions/tell_session_ended.sql
\ir people.sql
\ir guard.sql
\ir functions/drop_push_subscription.sql
\ir delivery.sql
\ir functions/refuse_grant.sql
\ir functions/refuse_unbalanced.sql
\ir functions/make_partitions.sql
\ir ledger.sql
\ir functions/chain_action.sql
\ir console.sql
\ir money.sql
\ir protection.sql
\ir functions/head_field.sql
\ir functions/refuse_period_change.sql
\ir functions/require_period_record.sql
\ir draws.sql
\ir bets.sql
\ir service.sql
\ir reports.sql
