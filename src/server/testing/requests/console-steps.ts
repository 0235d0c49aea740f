import { randomUUID } from 'node:crypto'
import type { consoleApi } from '#contract/api'
import { sendMessage } from '#contract/service/chat'
import { uploadPicture } from '#contract/uploads'
import { createInvitation } from '#contract/console/desk'
import type { House } from '../open-house.ts'
import type { Visitor } from '../person.ts'
import { photo } from '../pictures.ts'

/** A call of the console and the input that it is sent with. */
export type Step = [keyof typeof consoleApi, () => Promise<Record<string, unknown>> | Record<string, unknown>]

/** One conversation from the first claim to the end of its complaint. */
export async function serviceSteps(house: House): Promise<Step[]> {
  const lan = await house.player()
  const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
  const { id: pictureId } = await lan.call(uploadPicture, { purpose: 'chat', file }, randomUUID())
  await lan.call(sendMessage, { pictureId }, randomUUID())
  const { id } = await house.app.db.query
    .selectFrom('conversation')
    .select('id')
    .where('player_id', '=', lan.id)
    .executeTakeFirstOrThrow()
  const words = { topic: 'other', language: 'en', question: 'When?', answer: 'Soon.' }
  return [
    ['ops.service.view', () => ({ id })],
    ['ops.service.picture', () => ({ id: pictureId })],
    ['ops.service.claim', () => ({ id })],
    ['ops.service.answer', () => ({ id, text: 'Good morning' })],
    ['ops.service.open-case', () => ({ id })],
    ['ops.service.resolve-case', () => ({ id, text: 'It was our mistake' })],
    ['ops.service.assign', () => ({ id, account: null })],
    ['ops.service.close', () => ({ id })],
    ['ops.service.set-answer', () => words],
  ]
}

/** The calls that look up a player and write a note about them. */
export function recordSteps(id: string): Step[] {
  return [
    ['players.statement', () => ({ id })],
    ['players.bets', () => ({ id })],
    ['players.notes', () => ({ id })],
    ['players.note', () => ({ id, text: 'asked twice about a limit' })],
  ]
}

/** The search, the parts of a player's file, and what is done about invitations and drafts. */
export function peopleSteps(id: string, admin: Visitor): Step[] {
  const draft = { id: randomUUID(), texts: { 'zh-CN': '停机维护' }, from: null, until: null }
  const made = async () => (await admin.call(createInvitation, { uses: 1, expiresAt: null }, randomUUID())).code
  return [
    ['ops.search.find', () => ({ text: id })],
    ['players.papers', () => ({ id })],
    ['players.wallets', () => ({ id })],
    ['players.linked', () => ({ id })],
    ['players.requests', () => ({ id })],
    ['players.sessions', () => ({ id })],
    ['players.conversation', () => ({ id })],
    ['players.life', () => ({ id })],
    ['invitations.revoke', async () => ({ code: await made(), reason: 'it was passed on in public' })],
    ['announcements.save-draft', () => ({ ...draft, version: 0 })],
    ['announcements.delete-draft', () => ({ id: draft.id, version: 1 })],
  ]
}
