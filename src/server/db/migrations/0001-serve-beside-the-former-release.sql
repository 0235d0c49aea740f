-- beside: no, because releases before it take themselves out of service beside any newer schema
-- Lets nodes of the former release go on beside a schema whose newer parts are safe for them.

-- The oldest version whose release may still work on the schema as this migration left it; null where only its own may.
alter table schema_migration add column serves_from integer;
-- Whether the release with the text before it may go on beside this one; false where nobody said so.
alter table schema_function add column beside boolean not null default false;
