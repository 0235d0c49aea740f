import { createHmac, randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unattendedHeader } from '#contract/client'
import { applyForCertification } from '#contract/people/certifications'
import { sendMessage } from '#contract/service/chat'
import { takeSignalCase, waitSignalCase } from '#contract/signals/cases'
import { sessionIdleMs } from '#core/rules/session'
import { sendNextAway } from '../../services/away/send-away.ts'
import { postSigned } from '../../services/away/post-signed.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { application } from '../../testing/person.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { signalAbout } from '../../testing/signals/cases.ts'
import { queues } from './queues.ts'
import { tellAway } from './tell-away.ts'

type Received = { readonly headers: IncomingMessage['headers']; readonly body: string }

let house: House
const received: Received[] = []
const key = 'a key that only the receiver has, and the house'
let answer: (response: ServerResponse) => void
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ headers: request.headers, body })
    answer(response)
  })
})
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
const webhook = (given: object = {}) => ({ url: url(), key: new Secret(key), allowsPrivate: true, ...given })

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const away = { mails: ['night@staff.example', 'boss@staff.example'], webhook: webhook() }
  // Not the first process of a node, so that its jobs do not run beside the test.
  house = await openHouse({ away, worker: 2 })
})
afterAll(async () => {
  await house.close()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  answer = (response) => void response.writeHead(200).end()
})

const hourMs = 3_600_000
const running = new AbortController().signal
const sendAll = async () => {
  while (await sendNextAway(house.app, running));
}
/** What was posted since the last look. A clock that jumps raises real alarms of the node, which are not meant here. */
const posted = async () => {
  await sendAll()
  const all = received.splice(0).map(({ body }) => JSON.parse(body) as { kind: string; name: string })
  return all.filter(({ kind, name }) => kind === 'queue' || name === 'return')
}
const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name)
const mailsTo = async (address: string) =>
  house.app.db.query.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', address).execute()

describe('while nobody is logged in', () => {
  test('a new case is told by mail and webhook, once an hour, without a word about anybody', async () => {
    const an = await house.player()
    await an.call(sendMessage, { text: 'a secret of mine' }, randomUUID())
    // As two nodes would do it at the same moment.
    await Promise.all([tellAway(house.app), tellAway(house.app)])
    await sendAll()
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received.splice(0) as [Received]
    expect(JSON.parse(body)).toEqual({
      house: null,
      at: new Date(house.clock.nowMs()).toISOString(),
      kind: 'queue',
      name: 'conversations',
      waiting: 1,
      oldest: new Date(house.clock.nowMs()).toISOString(),
    })
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['clearball-signature']))!
    expect(Number(at)).toBe(Math.floor(house.clock.nowMs() / 1_000))
    expect(signature).toBe(createHmac('sha256', key).update(`${at}.${body}`).digest('hex'))
    for (const address of ['night@staff.example', 'boss@staff.example']) {
      const mails = await mailsTo(address)
      expect(mails).toHaveLength(1)
      expect(JSON.stringify(mails)).not.toMatch(new RegExp(`secret|${an.account}|${an.id}`))
    }

    house.clock.forward(hourMs - 1)
    const binh = await house.player()
    await binh.call(sendMessage, { text: 'help' }, randomUUID())
    await tellAway(house.app)
    expect(await posted()).toEqual([])
    house.clock.forward(1)
    await tellAway(house.app)
    expect(await posted()).toMatchObject([{ name: 'conversations', waiting: 2 }])
    // Nothing came since, so there is no news, however long they wait.
    house.clock.forward(3 * hourMs)
    await tellAway(house.app)
    expect(await posted()).toEqual([])
  })

  test('a case of signals is news again with a new signal, is late by its own hour, and waits since what nobody looked at', async () => {
    const signals = async () =>
      (await queues(house.app.db.query, house.clock.nowMs())).find(({ kind }) => kind === 'signals')!
    const an = await house.player()
    const openedMs = house.clock.nowMs()
    const id = await signalAbout(house, { playerIds: [an.id] })
    const { promisedMs } = await signals()
    expect(await signals()).toMatchObject({ oldest: openedMs, newest: openedMs, lateAt: openedMs + promisedMs })
    await tellAway(house.app)
    expect(namesOf(await posted())).toContain('signals')
    const risk = await house.operator('risk')
    await risk.call(takeSignalCase, { id, from: null })
    const dueAt = house.clock.nowMs() + 3 * promisedMs
    const put = { id, seen: { signals: 1, holds: 0 }, text: 'asked them', dueAt }
    await risk.call(waitSignalCase, put)
    expect(await signals()).toMatchObject({ waiting: 1, oldest: null, newest: null, lateAt: dueAt })
    house.clock.forward(hourMs)
    const againMs = house.clock.nowMs()
    await signalAbout(house, { playerIds: [an.id] })
    expect(await signals()).toMatchObject({ oldest: againMs, newest: againMs, lateAt: againMs + promisedMs })
    await tellAway(house.app)
    expect(namesOf(await posted())).toContain('signals')
  })

  test('an operator who may work on the queue silences it, another does not, until they have been away for ten minutes', async () => {
    const an = await house.player()
    await house.signedIn('support')
    await an.call(applyForCertification, await application(an), randomUUID())
    await tellAway(house.app)
    expect(namesOf(await posted())).toEqual(['certifications'])
    house.clock.forward(hourMs)
    const reviewer = await house.signedIn('reviewer')
    const binh = await house.player()
    await binh.call(applyForCertification, await application(binh), randomUUID())
    await tellAway(house.app)
    expect(await posted()).toEqual([])
    await reviewer.fetch('/api/v1/console/desk')
    house.clock.forward(11 * 60_000)
    await tellAway(house.app)
    expect(namesOf(await posted())).toEqual(['certifications'])
  })

  test('a console that is left open is nobody at work, and its session ends after eight hours', async () => {
    house.clock.forward(hourMs)
    const reviewer = await house.signedIn('reviewer')
    const poll = async () =>
      (await reviewer.fetch('/api/v1/console/desk', { headers: { [unattendedHeader]: '1' } })).status
    house.clock.forward(11 * 60_000)
    expect(await poll()).toBe(200)
    const stream = await reviewer.fetch('/api/v1/events')
    expect(stream.status).toBe(200)
    await stream.body!.cancel()
    const an = await house.player()
    await an.call(applyForCertification, await application(an), randomUUID())
    await tellAway(house.app)
    expect(namesOf(await posted())).toEqual(['certifications'])
    house.clock.forward(sessionIdleMs.operator - 11 * 60_000)
    expect(await poll()).toBe(200)
    house.clock.forward(1)
    expect(await poll()).toBe(401)
  })

  test('an alarm is told, and every hour as long as it lasts, but not to a house where somebody is logged in', async () => {
    house.clock.forward(hourMs)
    house.app.node.ofHouse = [{ kind: 'return', what: 'private words', since: null }]
    const alarms = async () => {
      await tellAway(house.app)
      return (await posted()).filter(({ kind }) => kind === 'alarm')
    }
    const told = await alarms()
    expect(namesOf(told)).toEqual(['return'])
    expect(JSON.stringify(told)).not.toContain('private words')
    expect(await alarms()).toEqual([])
    house.clock.forward(hourMs)
    house.app.node.ofHouse = [{ kind: 'return', what: '', since: null }]
    expect(namesOf(await alarms())).toEqual(['return'])
    house.clock.forward(hourMs)
    house.app.node.ofHouse = [{ kind: 'return', what: '', since: null }]
    await house.signedIn('auditor')
    expect(await alarms()).toEqual([])
    house.app.node.ofHouse = []
  })
})

describe('a receiver', () => {
  const put = async () => {
    const now = new Date(house.clock.nowMs())
    const id = randomUUID()
    await house.app.db.query
      .insertInto('away_message')
      .values({ id, body: '{}', created_at: now, due_at: now })
      .execute()
    return id
  }
  const stateOf = (id: string) =>
    house.app.db.query
      .selectFrom('away_message')
      .select(['tries', 'sent_at', 'problem'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test.each([
    ['fails', (response: ServerResponse) => void response.writeHead(500).end(), 'the answer was 500'],
    [
      'redirects to an address inside',
      (response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'the answer was 302',
    ],
    ['breaks the connection', (response: ServerResponse) => void response.destroy(), 'socket hang up'],
  ])('that %s gets the message again later, eight times at most', async (_, how, problem) => {
    answer = how
    const id = await put()
    for (let count = 0; count < 12; count++) {
      await sendAll()
      house.clock.forward(3 * hourMs)
    }
    expect(await stateOf(id)).toEqual({ tries: 8, sent_at: null, problem })
    expect(received.splice(0)).toHaveLength(8)
  })

  test('that answers and then never ends is let go at once, and the message counts as taken', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': 1_000_000_000 })
      response.write('x'.repeat(100))
    }
    const id = await put()
    const startedMs = performance.now()
    await sendAll()
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    expect(await stateOf(id)).toMatchObject({ tries: 1, problem: null, sent_at: expect.any(Date) })
    received.length = 0
  })

  test('that never answers is given up after ten seconds, and at once when the node stops', async () => {
    answer = () => undefined
    const message = { id: randomUUID(), body: '{}', nowMs: 0 }
    const startedMs = performance.now()
    await expect(postSigned(webhook(), message, running)).rejects.toThrow(/timeout/i)
    expect(performance.now() - startedMs).toBeLessThan(12_000)
    const stopping = new AbortController()
    const sending = postSigned(webhook(), message, stopping.signal)
    stopping.abort()
    await expect(sending).rejects.toThrow(/abort/i)
    received.length = 0
  })

  test.each([
    'http://127.0.0.1:1/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://localhost:1/',
    'https://169.254.169.254/x',
  ])('at %s is not asked unless private addresses are allowed', async (private_) => {
    const message = { id: randomUUID(), body: '{}', nowMs: 0 }
    const asked = postSigned(webhook({ url: private_, allowsPrivate: false }), message, running)
    await expect(asked).rejects.toThrow(/private network|not public/)
  })
})
