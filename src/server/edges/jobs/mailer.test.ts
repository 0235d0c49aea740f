import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../world/secrets/secret.ts'
import { openMailSink } from '../../testing/servers/mail-sink.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { openMailServer } from '../../services/mails/open-mail-server.ts'
import { startMailer } from './mailer.ts'

let house: House
beforeAll(async () => void (house = await openHouse({ smtpUrl: null })))
afterAll(() => house.close())

const mailServerAt = async (url: string) => (await openMailServer({ ...house.app.config, smtpUrl: new Secret(url) }))!

test('a mail to a refused address is given up, marked as the address’s fault and logged; other mails are sent', async () => {
  const { app } = house
  const now = new Date(app.clock.nowMs())
  const sink = await openMailSink({ refusesAddress: 'gone@players.example' })
  const ids = ['gone@players.example', 'an@players.example'].map((recipient) => ({ id: app.random.uuid(), recipient }))
  await app.db.query
    .insertInto('mail')
    .values(ids.map((each) => ({ ...each, subject: 'News', body: 'None.', created_at: now, due_at: now })))
    .execute()
  const server = await mailServerAt(sink.url)
  const mailer = startMailer({ ...app, mail: server })
  const outcomes = async () =>
    (
      await app.db.query
        .selectFrom('mail')
        .selectAll()
        .where(
          'id',
          'in',
          ids.map(({ id }) => id),
        )
        .orderBy('recipient')
        .execute()
    ).map(({ sent_at, failed_by, tries }) => [sent_at !== null, failed_by, tries])
  await expect.poll(outcomes, { timeout: 20_000 }).toEqual([
    [true, null, 1],
    [false, 'address', 8],
  ])
  expect(house.logged.some((line) => line.includes('a mail was not sent') && line.includes('"responseCode":550'))).toBe(
    true,
  )
  await mailer.stop()
  server.close()
  await sink.close()
})

test('a mailer with a long outbox stops after the current mail, and the next mailer sends the rest', async () => {
  const { app } = house
  const now = new Date(app.clock.nowMs())
  const mail = { recipient: 'an@players.example', subject: 'News', body: 'None.', created_at: now, due_at: now }
  const mails = Array.from({ length: 10 }, () => ({ ...mail, id: app.random.uuid() }))
  await app.db.query.insertInto('mail').values(mails).execute()
  const sink = await openMailSink()
  const server = await mailServerAt(sink.url)
  const sending = { ...app, mail: server }
  await startMailer(sending).stop()
  expect(sink.received.length).toBeLessThanOrEqual(1)
  const mailer = startMailer(sending)
  await expect.poll(() => sink.received.length, { timeout: 20_000 }).toBe(10)
  await mailer.stop()
  server.close()
  await sink.close()
})
