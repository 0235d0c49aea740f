import { createTransport } from 'nodemailer'
import type { App } from '../app.ts'
import { transaction } from '../db/database.ts'
import { type Job, every } from './every.ts'

const triesMost = 8

/** Sends what waits in the outbox. Without SMTP settings mails stay there, where the console shows them. */
export function startMailer(app: App): Job {
  const { smtpUrl, mailFrom } = app.config
  if (!smtpUrl) return { stop: async () => {} }
  const transport = createTransport(smtpUrl.reveal(), { from: mailFrom })
  const job = every(500, app.log, async () => {
    for (let mail = await takeDue(app); mail; mail = await takeDue(app)) {
      try {
        await transport.sendMail({
          to: mail.recipient,
          subject: mail.subject,
          text: mail.body,
          messageId: `<${mail.id}@clearball>`,
        })
        await settle(app, mail.id, { sent_at: new Date(app.clock.nowMs()), problem: null })
      } catch (error) {
        await settle(app, mail.id, { problem: error instanceof Error ? error.message : String(error) })
      }
    }
  })
  return {
    stop: async () => {
      await job.stop()
      transport.close()
    },
  }
}

/** Takes one mail by pushing its next try into the future, so that no other node, and no crash, sends it in a loop. */
async function takeDue(app: App) {
  const nowMs = app.clock.nowMs()
  return transaction(app.db, app.random, async (tx) => {
    const mail = await tx
      .selectFrom('mail')
      .select(['id', 'recipient', 'subject', 'body', 'tries'])
      .where('sent_at', 'is', null)
      .where('tries', '<', triesMost)
      .where('due_at', '<=', new Date(nowMs))
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!mail) return null
    const nextMs = nowMs + 60_000 * 2 ** mail.tries
    await tx
      .updateTable('mail')
      .set({ due_at: new Date(nextMs), tries: mail.tries + 1 })
      .where('id', '=', mail.id)
      .execute()
    return mail
  })
}

async function settle(app: App, id: string, outcome: { sent_at?: Date; problem: string | null }): Promise<void> {
  await app.db.query.updateTable('mail').set(outcome).where('id', '=', id).execute()
}
