import { addPlayerNote, listPlayerBets, listPlayerNotes, listPlayerStatement } from '#contract/console/players'
import type { Tx } from '../../world/members/database.ts'
import { pageFrom, readNumberPlace, rowsToRead } from '../../db/page.ts'
import { handle } from '../../services/calls/handle.ts'
import { readStatement, shownMovement } from '../../services/ledger/statement-page.ts'
import { betsWithPeriods, showBet } from '../bets/showing/list-bets.ts'
import { rebatesFor } from '../bets/rebates/rebates-for.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { notesOf } from './player-file.ts'

export const listPlayerStatementHandler = handle(listPlayerStatement, async (context) => {
  const { input, tx, refuse } = context
  if (!(await isPlayer(tx, input.id))) return refuse('player_unknown')
  await recordAction(context, 'players.view', { subject: `player:${input.id}`, after: { shown: 'statement' } })
  const reading = { order: 'desc', limit: rowsToRead, beyond: readNumberPlace(input.after) } as const
  const rows = await readStatement(tx, { playerId: input.id }, reading)
  return pageFrom(rows, { place: ({ id }) => id, item: shownMovement })
})

const betsShown = 100

export const listPlayerBetsHandler = handle(listPlayerBets, async (context) => {
  const { input, tx, nowMs, refuse } = context
  if (!(await isPlayer(tx, input.id))) return refuse('player_unknown')
  await recordAction(context, 'players.view', { subject: `player:${input.id}`, after: { shown: 'bets' } })
  const rows = await betsWithPeriods(tx, input.id)
    .orderBy('bet.draws_at', 'desc')
    .orderBy('bet.seq', 'desc')
    .orderBy('bet.period_id', 'desc')
    .limit(betsShown)
    .execute()
  const rebateOf = await rebatesFor(tx, rows)
  return { items: rows.map((row) => showBet(row, nowMs, rebateOf(row))) }
})

export const listPlayerNotesHandler = handle(listPlayerNotes, async (context) => {
  const { input, tx, refuse } = context
  if (!(await isPlayer(tx, input.id))) return refuse('player_unknown')
  await recordAction(context, 'players.view', { subject: `player:${input.id}`, after: { shown: 'notes' } })
  return notesOf(tx, input)
})

export const addPlayerNoteHandler = handle(addPlayerNote, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  if (!(await isPlayer(tx, input.id))) return refuse('player_unknown')
  await tx
    .insertInto('player_note')
    .values({ player_id: input.id, operator_id: caller.operatorId, text: input.text, at: new Date(nowMs) })
    .execute()
  // The note's text stays out: the log outlives the account, and a note may be personal.
  await recordAction(context, 'players.note', { subject: `player:${input.id}` })
  return {}
})

async function isPlayer(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('player').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
