import { listCalls } from './list-calls.ts'
import {
  handOverCertification,
  handOverDeposit,
  handOverWithdrawal,
  readShiftNote,
  showWork,
  writeShiftNote,
} from './shifts.ts'
import { deleteView, listViews, renameView, saveView } from './views.ts'

/** The console's calls about work itself: lists, saved views, notes between shifts, and cases that change hands. */
export const workCalls = {
  'lists.deposits.rows': listCalls.deposits.rows,
  'lists.deposits.export': listCalls.deposits.save,
  'lists.withdrawals.rows': listCalls.withdrawals.rows,
  'lists.withdrawals.export': listCalls.withdrawals.save,
  'lists.certifications.rows': listCalls.certifications.rows,
  'lists.certifications.export': listCalls.certifications.save,
  'lists.conversations.rows': listCalls.conversations.rows,
  'lists.conversations.export': listCalls.conversations.save,
  'lists.players.rows': listCalls.players.rows,
  'lists.players.export': listCalls.players.save,
  'lists.bets.rows': listCalls.bets.rows,
  'lists.bets.export': listCalls.bets.save,
  'lists.actions.rows': listCalls.actions.rows,
  'lists.actions.export': listCalls.actions.save,
  'views.list': listViews,
  'views.save': saveView,
  'views.rename': renameView,
  'views.delete': deleteView,
  'work.show': showWork,
  'work.write-note': writeShiftNote,
  'work.read-note': readShiftNote,
  'certifications.hand-over': handOverCertification,
  'ops.deposits.hand-over': handOverDeposit,
  'ops.withdrawals.hand-over': handOverWithdrawal,
} as const
