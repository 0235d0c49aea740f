import { sendNext } from '../../services/mails/send-mail.ts'
import type { App } from '../../world/app.ts'
import { type Job, every } from './every.ts'

/** Sends the mails in the outbox. Without SMTP settings they stay there, and the console shows them. */
export function startMailer(app: App): Job {
  if (!app.mail) return { stop: async () => {} }
  return every(app, { job: 'mailer', pauseMs: 500 }, async (stopping) => {
    // A long outbox must not delay the shutdown: unsent mails are sent after the next start, or by another node.
    while (!stopping.aborted && (await sendNext(app)));
  })
}
