import { createHmac } from 'node:crypto'
import type { App } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import type { Caller } from '../../services/calls/caller.ts'
import { Refusal } from '../../world/refusal.ts'

// Version 8 is reserved for the house's own ids (`derivedId`): a caller who computed one and used it as a key would
// block the posting that needs it.
const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-(?!8)[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export type Request = {
  readonly key: string
  readonly call: string
  readonly wire: unknown
  readonly caller: Caller
}

/** A call that requires an idempotency key is refused without one. */
export function readKey(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !keyPattern.test(header)) throw new Refusal('key_missing')
  return header
}

/**
 * Runs `work` at most once per idempotency key. The key is inserted in the same transaction as the effect: a second
 * request with the same key waits until the first has committed or failed, then gets the stored answer. A refused
 * request changed nothing, so its key stays free.
 */
export async function once<T>(tx: Tx, app: App, request: Request & { work: () => Promise<T> }): Promise<T> {
  const { key, call } = request
  const caller = callerName(request.caller)
  const bodyHash = hashBody(app, request.wire)
  const taken = await tx
    .insertInto('stored_answer')
    .values({ key, caller, call, body_hash: bodyHash, at: new Date(app.clock.nowMs()) })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!taken) {
    const first = await tx
      .selectFrom('stored_answer')
      .select(['call', 'body_hash', 'answer'])
      .where('caller', '=', caller)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (first.call !== call || !first.body_hash.equals(bodyHash)) throw new Refusal('repeat_submission')
    return first.answer as T
  }
  const answer = await request.work()
  await tx
    .updateTable('stored_answer')
    .set({ answer: JSON.stringify(answer) })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .execute()
  return answer
}

function callerName(caller: Caller): string {
  switch (caller.kind) {
    case 'visitor':
      return 'visitor'
    case 'player':
      return `player:${caller.playerId}`
    case 'operator':
      return `operator:${caller.operatorId}`
  }
}

/** Keyed with the pepper: a body may hold a password, and a plain hash of one could be guessed from the table. */
function hashBody(app: App, wire: unknown): Buffer {
  return createHmac('sha256', app.config.pepper.reveal()).update(sortedJson(wire)).digest()
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
