-- beside: yes
-- Nobody can propose or approve the first two operators of a house: `clearball init` invites them without a proposal.

\ir ../schema/functions/refuse_invitation.sql

alter table operator_invitation alter column proposal_id drop not null;
create trigger operator_invitation_comes_of_two_people before insert on operator_invitation
  for each row when (new.proposal_id is null) execute function refuse_invitation();
