import type { App } from '../app.ts'
import { sweepUploads } from '../features/uploads/sweep-uploads.ts'
import { deviceKeptMs } from '../http/cookie.ts'
import { type Job, every } from './every.ts'
import { makePartitions } from './ledger.ts'

const dayMs = 24 * 3_600_000

/** Long enough for any phone that was off over night to resume; later ones ask for everything anew. */
const eventsKeptMs = dayMs

/** A lost answer may be asked for again for a month. */
const answersKeptMs = 35 * dayMs

export function startHousekeeping(app: App): Job {
  return every(3_600_000, app.log, () => keepHouse(app))
}

/** Removes what nobody can ask for any more, money, bets, draws and sessions not being among it; makes room for what comes. */
export async function keepHouse(app: App): Promise<void> {
  const { clock, db } = app
  const nowMs = clock.nowMs()
  await db.query
    .deleteFrom('event')
    .where('at', '<', new Date(nowMs - eventsKeptMs))
    .execute()
  await db.query
    .deleteFrom('stored_answer')
    .where('at', '<', new Date(nowMs - answersKeptMs))
    .execute()
  await db.query.deleteFrom('attempt').where('empty_at', '<', new Date(nowMs)).execute()
  await db.query.deleteFrom('used_captcha').where('expires_at', '<', new Date(nowMs)).execute()
  await db.query
    .deleteFrom('known_device')
    .where('seen_at', '<', new Date(nowMs - deviceKeptMs))
    .execute()
  await db.query
    .deleteFrom('verification_code')
    .where('expires_at', '<', new Date(nowMs - dayMs))
    .execute()
  await db.query
    .deleteFrom('sign_in_ticket')
    .where('created_at', '<', new Date(nowMs - dayMs))
    .execute()
  await sweepUploads(app)
  await makePartitions(app)
}
