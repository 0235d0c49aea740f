import { caseNumber } from '#core/service/conversation'
import type { Finder } from './search.ts'

/** A complaint by the number that its player was told, with or without what stands before it. */
export const findCases: Finder = async ({ tx, text, may }) => {
  const [, number] = /^(?:#|C-)?([0-9]{6,15})$/i.exec(text) ?? []
  if (number === undefined || !may('service.view')) return []
  const rows = await tx
    .selectFrom('complaint')
    .innerJoin('conversation', 'conversation.id', 'complaint.conversation_id')
    .leftJoin('player', 'player.id', 'conversation.player_id')
    .select(['complaint.number', 'complaint.opened_at', 'conversation.id', 'player.id as player_id', 'player.account'])
    .where('complaint.number', '=', BigInt(number))
    .execute()
  return rows.map((row) => ({
    kind: 'case',
    id: row.id,
    by: 'number',
    name: caseNumber(row.number),
    detail: row.account,
    playerId: row.player_id,
    at: row.opened_at.getTime(),
  }))
}

/** A case of signals by its number, as the console writes it in each of its languages. */
export const findSignalCases: Finder = async ({ tx, text, may }) => {
  const [, number] = /^(?:#|case|vụ việc|案件)?\s*([0-9]{1,15})$/i.exec(text) ?? []
  if (number === undefined || !may('signals.view')) return []
  const rows = await tx
    .selectFrom('signal_case')
    .select(['id', 'number', 'opened_at'])
    .where('number', '=', BigInt(number))
    .execute()
  return rows.map((row) => ({
    kind: 'signal',
    id: row.id,
    by: 'number',
    name: String(row.number),
    detail: null,
    playerId: null,
    at: row.opened_at.getTime(),
  }))
}

export const findInvitations: Finder = async ({ tx, text, may }) => {
  const code = text.toUpperCase()
  if (!may('invitations.view') || !/^[0-9A-Z]{6,20}$/.test(code)) return []
  const rows = await tx
    .selectFrom('invitation')
    .leftJoin('player', 'player.id', 'invitation.player_id')
    .select(['invitation.code', 'invitation.created_at', 'player.id as player_id', 'player.account'])
    .where('invitation.code', '=', code)
    .execute()
  return rows.map(({ code: name, created_at, player_id, account }) => ({
    kind: 'invitation',
    id: name,
    by: 'number',
    name,
    detail: account,
    playerId: player_id,
    at: created_at.getTime(),
  }))
}
