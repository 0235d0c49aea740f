-- beside: yes
-- Keeps how things stood when a proposal was decided, so that its history shows before and after for every kind of proposal.

-- The state that a proposal would change or changed, and what it reached, as they stood at the decision.
create table proposal_before (
  proposal_id uuid primary key references proposal,
  facts jsonb not null
);
create trigger proposal_before_is_append_only before update or delete on proposal_before
  for each row execute function refuse_change();
