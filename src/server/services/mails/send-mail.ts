import type { App } from '../../world/app.ts'
import { Refusal } from '../../world/refusal.ts'
import { takeDue, triesMost } from '../outbox/take-due.ts'

type Mail = { id: string; recipient: string; subject: string; body: string }

/** Sends the mail that is due next; false where none is. */
export async function sendNext(app: App): Promise<boolean> {
  const mail = await takeDue(app, 'mail')
  if (mail) await send(app, mail)
  return mail !== null
}

/** Sends one mail within a request and refuses the request if that fails. */
export async function deliverNow(app: App, id: string): Promise<void> {
  if (!app.mail) return
  const mail = await takeDue(app, 'mail', id)
  // If it is not due, the job took it first and will report the outcome.
  if (mail && !(await send(app, mail))) throw new Refusal('email_not_sent')
}

/** Whether the mail server takes mail at all. Used where the answer must not reveal whether there was a mail to send. */
export async function mailWorks({ mail, log }: Pick<App, 'mail' | 'log'>): Promise<boolean> {
  const problem = await mail?.problem()
  if (problem) log.error({ err: problem }, 'the mail server is out of reach')
  return !problem
}

async function send(app: App, { id, recipient, subject, body }: Mail): Promise<boolean> {
  try {
    await app.mail!.send({ to: recipient, subject, text: body, messageId: `<${id}@clearball>` })
    await settle(app, id, { sent_at: new Date(app.clock.nowMs()), problem: null })
    return true
  } catch (error) {
    const failedBy = isOfAddress(error) ? 'address' : 'server'
    app.log.warn({ err: error, mail: id, failedBy }, 'a mail was not sent')
    await settle(app, id, {
      problem: error instanceof Error ? error.message : String(error),
      failed_at: new Date(app.clock.nowMs()),
      failed_by: failedBy,
      // Refused permanently: retrying would only harm the sender's reputation.
      ...(isRefusedForGood(error) && { tries: triesMost }),
    })
    return false
  }
}

/** Whether the server accepted the sender and refused the recipient: then it works, and other mails can be sent. */
function isOfAddress(error: unknown): boolean {
  return error instanceof Error && 'command' in error && error.command === 'RCPT TO'
}

function isRefusedForGood(error: unknown): boolean {
  return isOfAddress(error) && Number((error as { responseCode?: number }).responseCode) >= 500
}

type Outcome = { sent_at?: Date; problem: string | null; failed_at?: Date; failed_by?: string; tries?: number }

async function settle(app: App, id: string, outcome: Outcome): Promise<void> {
  await app.db.query.updateTable('mail').set(outcome).where('id', '=', id).execute()
}
