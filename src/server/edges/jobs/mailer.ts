import { Agent } from 'node:https'
import { sendNext } from '../../services/mails/send-mail.ts'
import { takeDue } from '../../services/outbox/take-due.ts'
import { sendPush } from '../../services/push/send-push.ts'
import type { App } from '../../world/app.ts'
import { type Job, every } from './every.ts'

const idle: Job = { stop: async () => {} }

/** Sends the mails in the outbox. Without SMTP settings they stay there, and the console shows them. */
export function startMailer(app: App): Job {
  if (!app.mail) return idle
  return every(app, { job: 'mailer', pauseMs: 500 }, async (stopping) => {
    // A long outbox must not delay the shutdown: unsent mails are sent after the next start, or by another node.
    while (!stopping.aborted && (await sendNext(app)));
  })
}

/** How many notifications are under way at once. Endpoints are other people's servers, and some of them will hang. */
const pushesAtOnce = 16

/** Sends the notifications in the outbox, each on its own, so that an endpoint that hangs holds up neither mails nor other browsers. */
export function startPusher(app: App): Job {
  if (!app.config.push) return idle
  const underWay = new Set<Promise<void>>()
  const aborting = new AbortController()
  const posting = { agent: new Agent({ keepAlive: true, maxSockets: pushesAtOnce }), stopping: aborting.signal }
  const job = every(app, { job: 'pusher', pauseMs: 500 }, async (stopping) => {
    while (!stopping.aborted) {
      if (underWay.size >= pushesAtOnce) await Promise.race(underWay)
      const message = await takeDue(app, 'push_message')
      if (!message) return
      const sending: Promise<void> = sendPush(app, message, posting)
        .catch((error: unknown) => app.log.error({ err: error, job: 'pusher' }, 'a notification was not sent'))
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
  })
  return {
    stop: async () => {
      aborting.abort()
      await job.stop()
      await Promise.all(underWay)
      posting.agent.destroy()
    },
  }
}
