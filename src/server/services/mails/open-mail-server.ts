import type { Config } from '../../world/config.ts'
import type { MailServer } from '../../world/members/mail.ts'

/** Null where no server is configured: mails then stay in the outbox, where the console shows them. */
export async function openMailServer({ smtpUrl, mailFrom }: Config): Promise<MailServer | null> {
  if (!smtpUrl) return null
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    {
      url: smtpUrl.reveal(),
      pool: true,
      maxConnections: 2,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 10_000,
      // One retry, for a pooled connection that the server has closed; the outbox retries everything else.
      maxRequeues: 1,
    },
    { from: mailFrom },
  )
  return {
    send: async (mail) => void (await transport.sendMail(mail)),
    problem: () =>
      transport.verify().then(
        () => null,
        (error: unknown) => error,
      ),
    close: () => transport.close(),
  }
}
