import type { App } from '../../world/app.ts'
import { takeDue } from '../outbox/take-due.ts'
import { postSigned } from './post-signed.ts'

type Sender = Pick<App, 'db' | 'clock' | 'log' | 'config'>

/** Posts the message to the webhook that is due next; false where none is. */
export async function sendNextAway(app: Sender, stopping: AbortSignal): Promise<boolean> {
  const { webhook } = app.config.away
  if (!webhook) return false
  const message = await takeDue(app, 'away_message')
  if (!message) return false
  const { id, body } = message
  const nowMs = app.clock.nowMs()
  const problem = await postSigned(webhook, { id, body, nowMs }, stopping).then(
    (status) => (status >= 200 && status < 300 ? null : `the answer was ${status}`),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (problem !== null) app.log.warn({ message: id, problem }, 'the webhook for absent operators took no message')
  await app.db.query
    .updateTable('away_message')
    .set({ problem, ...(problem === null && { sent_at: new Date(app.clock.nowMs()) }) })
    .where('id', '=', id)
    .execute()
  return true
}
