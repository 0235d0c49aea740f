import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { passCertification, takeCertification } from '#contract/console/certifications'
import { showDesk } from '#contract/console/desk'
import { applyForCertification } from '#contract/people/certifications'
import { sendMessage } from '#contract/service/chat'
import { answerConversation, resolveCase } from '#contract/service/desk'
import { changeSettings } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, application } from '../../testing/person.ts'
import { conversationIdOf } from '../../testing/service/conversations.ts'
import { tellHouseAlarms } from './tell-alarms.ts'

let house: House
let reviewer: Visitor
const told: { kind: string; state: string; what: string; handbook: string }[] = []
let answer = 200
const webhook = createServer((request, response) => {
  void json(request).then((body) => {
    if (answer === 200) told.push(body as (typeof told)[number])
    response.writeHead(answer).end()
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    webhook.listen(0, '127.0.0.1', resolve)
  })
  const { port } = webhook.address() as AddressInfo
  house = await openHouse({ alarmWebhook: `http://127.0.0.1:${port}/` })
  reviewer = await house.operator('reviewer')
})
afterAll(async () => {
  await house.close()
  webhook.close()
})

const dayMs = 24 * 3_600_000
const alarmsOf = async (kind: string) => (await reviewer.call(showDesk, {})).alarms.filter((each) => each.kind === kind)
const toldOf = (kind: string) => told.filter((each) => each.kind === kind).map(({ state }) => state)

describe('the desk', () => {
  test('shows support the waiting conversations, and complaints until they are resolved', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    await an.call(sendMessage, { text: 'help' }, randomUUID())
    const since = house.clock.nowMs()
    house.clock.forward(1_000)
    await binh.call(sendMessage, { text: 'I complain', topic: 'complaint' }, randomUUID())
    const support = await house.operator('support')
    const waits = async () =>
      (await support.call(showDesk, {})).queues.map(({ kind, waiting, oldest }) => [kind, waiting, oldest])
    expect(await waits()).toEqual([
      ['conversations', 2, since],
      ['complaints', 1, since + 1_000],
    ])
    await support.call(answerConversation, { id: await conversationIdOf(house, an), text: 'Hello' }, randomUUID())
    const id = await conversationIdOf(house, binh)
    await support.call(answerConversation, { id, text: 'We look into it' }, randomUUID())
    expect(await waits()).toEqual([
      ['conversations', 0, null],
      ['complaints', 1, since + 1_000],
    ])
    await support.call(resolveCase, { id, text: 'You were right' })
    expect(await waits()).toMatchObject([
      ['conversations', 0, null],
      ['complaints', 0, null],
    ])
  })

  test('shows each role the queues that it may decide, and how long the oldest case waits', async () => {
    const an = await house.player()
    const { id } = await an.call(applyForCertification, await application(an), randomUUID())
    const askedAt = house.clock.nowMs()
    const { queues, release } = await reviewer.call(showDesk, {})
    expect(queues.map(({ kind }) => kind)).toEqual(['certifications', 'deposits', 'withdrawals', 'signals'])
    expect(queues[0]).toEqual({
      kind: 'certifications',
      waiting: 1,
      oldest: askedAt,
      newest: askedAt,
      promisedMs: dayMs,
    })
    expect(release).toMatch(/^[0-9a-f]{64}$/)
    expect((await (await house.operator('support')).call(showDesk, {})).queues).toMatchObject([
      { kind: 'conversations', waiting: 0 },
      { kind: 'complaints', waiting: 0 },
    ])
    expect((await (await house.operator('admin')).call(showDesk, {})).queues).toMatchObject([{ kind: 'proposals' }])

    house.clock.forward(dayMs + 1)
    reviewer = await house.operator('reviewer')
    expect(await alarmsOf('queue')).toEqual([{ kind: 'queue', what: 'certifications 1', since: askedAt + dayMs }])
    answer = 500
    await tellHouseAlarms(house.app)
    expect(toldOf('queue')).toEqual([])
    answer = 200
    // As two nodes would do it at the same moment.
    await Promise.all([tellHouseAlarms(house.app), tellHouseAlarms(house.app)])
    expect(toldOf('queue')).toEqual(['raised'])
    expect(told.find(({ kind }) => kind === 'queue')!.handbook).toBe('/api/handbook#queue')

    await reviewer.call(takeCertification, { id })
    await reviewer.call(passCertification, { id })
    expect(await alarmsOf('queue')).toEqual([])
    answer = 500
    await tellHouseAlarms(house.app)
    expect(toldOf('queue')).toEqual(['raised'])
    answer = 200
    await tellHouseAlarms(house.app)
    expect(toldOf('queue')).toEqual(['raised', 'cleared'])
  })

  test('tells the webhook of an alarm that is raised again before it accepted the end of the former one', async () => {
    const { db, clock } = house.app
    const begin = async () => {
      const alarm = { source: 'ledger@elsewhere', what: 'off by 0.01', raised_at: new Date(clock.nowMs()) }
      await db.query.insertInto('alarm').values(alarm).execute()
    }
    const end = () =>
      db.query
        .updateTable('alarm')
        .set({ cleared_at: new Date(clock.nowMs()) })
        .execute()
    await begin()
    await tellHouseAlarms(house.app)
    answer = 409
    await end()
    await tellHouseAlarms(house.app)
    await begin()
    await tellHouseAlarms(house.app)
    answer = 200
    // As two nodes would do it at the same moment.
    await Promise.all([tellHouseAlarms(house.app), tellHouseAlarms(house.app)])
    expect(toldOf('ledger')).toEqual(['raised', 'raised'])
    await end()
    await tellHouseAlarms(house.app)
    expect(toldOf('ledger')).toEqual(['raised', 'raised', 'cleared'])
  })

  test('shows the waiting times of the settings in force', async () => {
    await changeSettings(house, { deposit_promise: '45' })
    const { queues } = await reviewer.call(showDesk, {})
    expect(queues.find(({ kind }) => kind === 'deposits')).toMatchObject({ promisedMs: 45 * 60_000 })
  })

  test('raises an alarm while the mail server refuses mails; one refused address is no alarm', async () => {
    // Later than the mails to the house's people, which are sent in the background.
    const unsent = house.app.db.query.selectFrom('mail').select('subject').where('sent_at', 'is', null)
    await vi.waitFor(async () => expect(await unsent.execute()).toEqual([]), { timeout: 15_000, interval: 50 })
    house.clock.forward(1_000)
    const now = new Date(house.clock.nowMs())
    const mail = { subject: 'x', body: 'x', created_at: now, due_at: new Date(now.getTime() + dayMs), tries: 3 }
    const failed = { ...mail, problem: 'no', failed_at: now }
    const put = (row: object) =>
      house.app.db.query
        .insertInto('mail')
        .values({ ...failed, id: randomUUID(), recipient: 'nobody@players.example', ...row })
        .execute()
    await put({ failed_by: 'address' })
    expect(await alarmsOf('mail')).toEqual([])
    await put({ failed_by: 'server' })
    expect(await alarmsOf('mail')).toMatchObject([{ what: '1' }])
    house.clock.forward(1_000)
    await put({ failed_by: null, failed_at: null, problem: null, sent_at: new Date(house.clock.nowMs()) })
    expect(await alarmsOf('mail')).toEqual([])
  })

  test('raises an alarm when the clock is off (K7)', async () => {
    await house.app.beacon.look()
    house.clock.set(-5_000)
    expect(await alarmsOf('clock')).toHaveLength(1)
    house.clock.set(5_000)
    expect(await alarmsOf('clock')).toEqual([])
  })

  test('raises an alarm while the ledger does not add up', async () => {
    const { db } = house.app
    await db.query
      .insertInto('alarm')
      // Raised by another node, so that this house's own watch does not clear it.
      .values({ source: 'ledger@elsewhere', what: 'off by 0.01', raised_at: new Date(house.clock.nowMs()) })
      .execute()
    expect(await alarmsOf('ledger')).toMatchObject([{ what: 'elsewhere: off by 0.01' }])
    await db.query
      .updateTable('alarm')
      .set({ cleared_at: new Date(house.clock.nowMs()) })
      .execute()
    expect(await alarmsOf('ledger')).toEqual([])
  })
})
