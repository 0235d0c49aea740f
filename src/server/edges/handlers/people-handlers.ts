import type { peopleCalls } from '#contract/console/people/people-calls'
import { listInvitationsHandler, listInvitedHandler } from '../../features/invitations/list-invitations.ts'
import { revokeInvitationHandler } from '../../features/invitations/revoke-invitation.ts'
import { listLinkedAccountsHandler } from '../../features/players/linked-accounts.ts'
import { showPlayerLifeHandler } from '../../features/players/player-life.ts'
import {
  listPlayerPapersHandler,
  listPlayerRequestsHandler,
  listPlayerSessionsHandler,
  listPlayerWalletsHandler,
  viewPlayerConversationHandler,
} from '../../features/players/player-tabs.ts'
import { findAnythingHandler } from '../../features/search/find-anything.ts'
import { deleteDraftHandler, listDraftsHandler, saveDraftHandler } from '../../features/site/drafts.ts'
import type { HandlersFor } from '../../services/calls/handle.ts'

export const peopleHandlers = {
  'ops.search.find': findAnythingHandler,
  'players.papers': listPlayerPapersHandler,
  'players.wallets': listPlayerWalletsHandler,
  'players.linked': listLinkedAccountsHandler,
  'players.requests': listPlayerRequestsHandler,
  'players.sessions': listPlayerSessionsHandler,
  'players.conversation': viewPlayerConversationHandler,
  'players.life': showPlayerLifeHandler,
  'invitations.list': listInvitationsHandler,
  'invitations.revoke': revokeInvitationHandler,
  'invitations.invited': listInvitedHandler,
  'announcements.drafts': listDraftsHandler,
  'announcements.save-draft': saveDraftHandler,
  'announcements.delete-draft': deleteDraftHandler,
} satisfies HandlersFor<typeof peopleCalls>
