-- The link of an operator's invitation goes to the invited address alone. Links from before were handed to whoever proposed,
-- so those that are still open end here; and a newer invitation of the same account ends the older one.
grant update (expires_at) on operator_invitation to clearball_app;
update operator_invitation set expires_at = least(expires_at, now()) where used_at is null;
