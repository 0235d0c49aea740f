import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOut } from '#contract/people/me'
import type { LiveEvent } from '#contract/live'
import { transaction } from '../../db/database.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'
import { openHub } from './hub.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const session = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const ended = (audience: LiveEvent['audience'], number: number): LiveEvent => ({
  audience,
  kind: 'session.ended',
  body: { sessionId: session(number) },
})
const publish = (...events: LiveEvent[]) =>
  transaction(house.app.db, house.app.random, (tx) => house.app.hub.record(tx, events))

/** Opens the stream and collects its frames; `ids` are the ids of the events in the order of arrival. */
async function listen(visitor: Visitor, lastId?: string) {
  const stop = new AbortController()
  const response = await visitor.fetch('/api/v1/events', {
    signal: stop.signal,
    headers: lastId ? { 'last-event-id': lastId } : {},
  })
  let text = ''
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true })
  })().catch(() => {})
  const frames = () => text.split('\n\n').filter((frame) => frame.includes('event: '))
  return {
    frames,
    ids: () => frames().map((frame) => /^id: (\d+)/m.exec(frame)?.[1]),
    until: async (count: number) => {
      for (let waitedMs = 0; frames().length < count; waitedMs += 20) {
        if (waitedMs > 5_000) throw new Error(`${frames().length} events came, not ${count}:\n${text}`)
        await sleep(20)
      }
    },
    close: () => stop.abort(),
  }
}

/** The id of the last event that a client received before it was cut off. */
async function lastHeard(): Promise<string> {
  const client = await listen(house.visitor())
  await publish(ended('everybody', 10))
  await client.until(1)
  client.close()
  return client.ids()[0]!
}

test('a player gets events for everybody and for themselves, and none for anybody else', async () => {
  const an = await house.player()
  const binh = await house.player()
  const [hers, his, open] = await Promise.all([listen(an), listen(binh), listen(house.visitor())])
  await publish(ended(`player:${an.id}`, 1), ended('everybody', 2), ended(`player:${binh.id}`, 3))
  await Promise.all([hers.until(2), his.until(2), open.until(1)])
  expect(hers.frames().join()).toContain(session(1))
  expect(hers.frames().join()).not.toContain(session(3))
  expect(open.frames().join()).not.toMatch(new RegExp(`${session(1)}|${session(3)}`))
  for (const each of [hers, his, open]) each.close()
})

test.each(['deposit', 'withdrawal', 'certification'] as const)(
  'a %s that changes is told to the console by its id, and to nobody else but its player',
  async (kind) => {
    const [an, finance] = [await house.player(), await house.operator('finance')]
    const [hers, atDesk, open] = await Promise.all([listen(an), listen(finance), listen(house.visitor())])
    const body = { kind, id: session(4), status: 'under_review' } as const
    await publish({ audience: `player:${an.id}`, kind: 'review.changed', body }, ended('everybody', 5))
    await Promise.all([hers.until(2), atDesk.until(2), open.until(1)])
    expect(atDesk.frames().join()).toContain(`event: desk.changed\ndata: {"cases":["${session(4)}"]}`)
    expect(atDesk.frames().join()).not.toContain('review.changed')
    expect([hers, open].map(({ frames }) => frames().join().includes('desk.changed'))).toEqual([false, false])
    for (const each of [hers, atDesk, open]) each.close()
  },
)

test('a client that was cut off resumes with what it missed, each event once and in order', async () => {
  const visitor = house.visitor()
  const last = await lastHeard()
  await publish(ended('everybody', 11), ended('everybody', 12))
  const resumed = await listen(visitor, last)
  await publish(ended('everybody', 13))
  await resumed.until(3)
  expect(resumed.frames().map((frame) => /0{6,}(\d+)"/.exec(frame)?.[1])).toEqual(['11', '12', '13'])
  resumed.close()
})

test('a client whose missed events cannot be read is told to reload, and gets the events that follow', async () => {
  const last = await lastHeard()
  const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  await owner.query('revoke select on event from clearball_app')
  const resumed = await listen(house.visitor(), last)
  await resumed.until(1)
  expect(resumed.frames()[0]).toContain('event: resync')
  await owner.query('grant select on event to clearball_app')
  await owner.end()
  await publish(ended('everybody', 21))
  await resumed.until(2)
  expect(resumed.frames()[1]).toContain(session(21))
  resumed.close()
})

test('resuming while events keep coming loses none and repeats none', async () => {
  const last = await lastHeard()
  const flood = Promise.all(Array.from({ length: 60 }, (_, at) => publish(ended('everybody', 100 + at))))
  const clients = await Promise.all(Array.from({ length: 5 }, () => listen(house.visitor(), last)))
  await flood
  for (const client of clients) {
    await client.until(60)
    const ids = client.ids().map(Number)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids).toHaveLength(60)
    client.close()
  }
})

test('an event of a transaction that was rolled back is never sent', async () => {
  const client = await listen(house.visitor())
  const failed = transaction(house.app.db, house.app.random, async (tx) => {
    await house.app.hub.record(tx, [ended('everybody', 666)])
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await publish(ended('everybody', 30))
  await client.until(1)
  expect(client.frames().join()).not.toContain(session(666))
  client.close()
})

test('every node on the same database sends the event', async () => {
  const heard: string[] = []
  const other = await openHub({
    url: house.databaseUrl('clearball_server'),
    db: house.app.db,
    clock: house.app.clock,
    log: house.app.log,
  })
  other.subscribe({
    audience: null,
    sessionId: null,
    after: null,
    end: () => {},
    send: (frame) => heard.push(frame.toString()),
  })
  await publish(ended('everybody', 40))
  for (let waitedMs = 0; heard.length < 2 && waitedMs < 5_000; waitedMs += 20) await sleep(20)
  expect(heard.join()).toContain(session(40))
  await other.close()
})

test('a client that was away longer than events are kept is told to reload', async () => {
  await publish(ended('everybody', 50), ended('everybody', 51))
  await house.app.db.query.deleteFrom('event').execute()
  await publish(ended('everybody', 52))
  const client = await listen(house.visitor(), '1')
  await client.until(1)
  expect(client.frames()[0]).toContain('event: resync')
  client.close()
})

test('logging out in one tab reaches the other tabs', async () => {
  const chi = await house.player()
  const tab = await listen(chi)
  await chi.call(signOut, {})
  await tab.until(1)
  expect(tab.frames()[0]).toContain('event: session.ended')
  tab.close()
})

test.each(['no event', 'null', '{}', '{"audience":1'])(
  'a notification that is no event, %s, is ignored',
  async (word) => {
    const client = await listen(house.visitor())
    await house.app.db.pool.query(`select pg_notify('clearball_event', $1)`, [word])
    await publish(ended('everybody', 61))
    await client.until(1)
    expect(client.frames()[0]).toContain(session(61))
    client.close()
  },
)

test('a lost listening connection is opened again, and the events of the meantime are sent', async () => {
  const client = await listen(house.visitor())
  const owner = new Client({ connectionString: house.databaseUrl('clearball_server') })
  await owner.connect()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await owner.end()
  await publish(ended('everybody', 60))
  await client.until(1)
  expect(client.frames()[0]).toContain(session(60))
  client.close()
})
