import { deleteDraft, listDrafts, saveDraft } from './drafts.ts'
import { listInvitations, listInvited, revokeInvitation } from './invitations.ts'
import {
  listLinkedAccounts,
  listPlayerPapers,
  listPlayerRequests,
  listPlayerSessions,
  listPlayerWallets,
  showPlayerLife,
  viewPlayerConversation,
} from './player-file.ts'
import { findAnything } from './search.ts'

/** The console's calls about people: the search, the parts of a player's file, invitations, and drafts of what players are told. */
export const peopleCalls = {
  'ops.search.find': findAnything,
  'players.papers': listPlayerPapers,
  'players.wallets': listPlayerWallets,
  'players.linked': listLinkedAccounts,
  'players.requests': listPlayerRequests,
  'players.sessions': listPlayerSessions,
  'players.conversation': viewPlayerConversation,
  'players.life': showPlayerLife,
  'invitations.list': listInvitations,
  'invitations.revoke': revokeInvitation,
  'invitations.invited': listInvited,
  'announcements.drafts': listDrafts,
  'announcements.save-draft': saveDraft,
  'announcements.delete-draft': deleteDraft,
} as const
