import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = { to: string; subject: string; text: string }
export type MailSink = {
  url: string
  received: readonly ReceivedMail[]
  /** How many connections were opened so far. */
  connections(): number
  close(): Promise<void>
}

type Sinking = {
  /** Refuses every mail. */ refuses?: boolean
  /** Refuses mails to this address. */ refusesAddress?: string
}

/** A real SMTP server that stores the mails it receives. */
export async function openMailSink({ refuses = false, refusesAddress }: Sinking = {}): Promise<MailSink> {
  const received: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_, done) => {
      connections++
      done()
    },
    onRcptTo: ({ address }, _, done) =>
      done(address === refusesAddress ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const refusal = refuses ? new Error('mailbox unavailable') : null
      void keep(stream, session)
        .then((mail) => refuses || received.push(mail))
        .finally(() => done(refusal))
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function keep(stream: Readable, { envelope }: SMTPServerSession): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(await buffer(stream))
  return {
    to: envelope.rcptTo.map((each) => each.address).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
  }
}
