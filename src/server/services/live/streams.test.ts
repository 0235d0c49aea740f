import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dismissOperator, listOperators } from '#contract/console/operators'
import { setPlayerStatus } from '#contract/console/players'
import type { LiveEvent } from '#contract/live'
import { signOut } from '#contract/people/me'
import { changeLoginPassword, closeAccount } from '#contract/people/profile'
import { beginExclusion } from '#contract/people/protection'
import { confirmSession, endOtherSessions } from '#contract/people/sessions'
import { transaction } from '../../db/database.ts'
import { openStreamPlaces } from './stream-places.ts'
import { listen } from '../../testing/servers/listen.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, openVisitor, testPassword } from '../../testing/person.ts'
import type { Hub } from '../../world/members/live.ts'
import { openHub } from './hub.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await publish(event('everybody'))
})
afterAll(() => house.close())

const event = (audience: LiveEvent['audience']): LiveEvent => ({
  audience,
  kind: 'service.changed',
  body: { conversationId: randomUUID() },
})
const publish = (...events: LiveEvent[]) =>
  transaction(house.app.db, house.app.random, (tx) => house.app.hub.record(tx, events))
const publishMany = (count: number, audience: LiveEvent['audience']) =>
  publish(...Array.from({ length: count }, () => event(audience)))

describe('a stream that is resumed', () => {
  test('gets every event since it was opened, even if it broke off before its first event', async () => {
    const first = await listen(house.visitor())
    await vi.waitFor(() => expect(first.lastId()).not.toBe('0'), 5_000)
    first.close()
    await publish(event('everybody'), event('everybody'))
    const resumed = await listen(house.visitor(), first.lastId())
    expect(await resumed.until(2)).toHaveLength(2)
    resumed.close()
  })

  test('reads a bounded number of events: a client that missed more is told once to reload', async () => {
    const first = await listen(house.visitor())
    await vi.waitFor(() => expect(first.lastId()).not.toBe('0'), 5_000)
    await publishMany(201, 'everybody')
    await first.until(201)
    first.close()
    const resumed = await listen(house.visitor(), first.heard[0]!.id)
    expect(await resumed.until(200)).toHaveLength(200)
    const late = await listen(house.visitor(), String(Number(first.heard[0]!.id) - 1))
    await late.until(1)
    await publish(event('everybody'))
    expect((await late.until(2)).map(({ kind }) => kind)).toEqual(['resync', 'service.changed'])
    expect(Number(late.lastId())).toBeGreaterThan(Number(first.lastId()))
    for (const each of [resumed, late]) each.close()
  })

  test('looks at a bounded number of events, whoever they are for', async () => {
    const first = await listen(house.visitor())
    await vi.waitFor(() => expect(first.lastId()).not.toBe('0'), 5_000)
    const before = first.lastId()
    await sql`insert into event (audience, kind, body, at)
      select 'operators', 'service.changed', '{}', now() from generate_series(1, 10000)`.execute(house.app.db.query)
    await publish(event('everybody'))
    await vi.waitFor(() => expect(Number(first.lastId())).toBeGreaterThan(Number(before) + 10_000), 5_000)
    first.close()
    const late = await listen(house.visitor(), before)
    expect((await late.until(1)).map(({ kind }) => kind)).toEqual(['resync'])
    late.close()
  })

  test('gives a visitor events for everybody, and none of a player, an operator or another visitor', async () => {
    const player = await house.player()
    const first = await listen(house.visitor())
    await vi.waitFor(() => expect(first.lastId()).not.toBe('0'), 5_000)
    const before = first.lastId()
    await publish(
      event(`player:${player.id}`),
      event('operators'),
      event(`visitor:${randomUUID()}`),
      event('everybody'),
    )
    await vi.waitFor(() => expect(Number(first.lastId())).toBeGreaterThan(Number(before) + 3), 5_000)
    first.close()
    const resumed = await listen(house.visitor(), before)
    await resumed.until(1)
    await publish(event('everybody'))
    expect(await resumed.until(2)).toHaveLength(2)
    resumed.close()
  })
})

describe('the streams of a session', () => {
  const confirm = (player: Player) => player.call(confirmSession, { password: testPassword })
  /** The same person in another browser. */
  const elsewhere = async (player: Player) => {
    const other = openVisitor(house.playerUrl)
    await other.signIn(player.account, testPassword)
    return other
  }
  const ways: [string, (player: Player) => Promise<unknown>][] = [
    ['logging out the others', async (player) => (await elsewhere(player)).call(endOtherSessions, {})],
    ['logging out', (player) => player.call(signOut, {})],
    [
      'a new password elsewhere',
      async (player) => {
        const form = { old: testPassword, password: 'another quiet password', repeat: 'another quiet password' }
        await (await elsewhere(player)).call(changeLoginPassword, form)
      },
    ],
    [
      'closing the account',
      async (player) => {
        await confirm(player)
        await player.call(closeAccount, { password: testPassword })
      },
    ],
    [
      'an exclusion that was begun elsewhere',
      async (player) => (await elsewhere(player)).call(beginExclusion, { span: 'six_months' }),
    ],
    [
      'an operator who freezes the account',
      async (player) => {
        const risk = await house.operator('risk')
        await risk.call(setPlayerStatus, { id: player.id, status: 'frozen', reason: 'looks like fraud' })
      },
    ],
  ]

  test.each(ways)('end with it and get nothing more: %s', async (_, act) => {
    const player = await house.player()
    const stream = await listen(player)
    await act(player)
    await stream.ends()
    expect(stream.heard.at(-1)).toMatchObject({ kind: 'session.ended' })
    expect(stream.heard.filter(({ kind }) => kind === 'service.changed')).toEqual([])
  })

  test('end on every node within a second', async () => {
    const { db, clock, log } = house.app
    const other: Hub = await openHub({ url: house.databaseUrl('clearball_server'), db, clock, log })
    const player = await house.player()
    const { id: sessionId } = await db.query
      .selectFrom('session')
      .select('id')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow()
    const ended = new Promise<void>((resolve) => {
      other.subscribe({ audience: `player:${player.id}`, sessionId, after: null, send: () => {}, end: resolve })
    })
    const beganMs = performance.now()
    await player.call(signOut, {})
    await ended
    expect(performance.now() - beganMs).toBeLessThan(1_000)
    await other.close()
  })

  test('end also if the session was over before the stream was subscribed', async () => {
    const player = await house.player()
    const { db } = house.app
    const { id: sessionId } = await db.query
      .selectFrom('session')
      .select('id')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow()
    await player.call(signOut, {})
    await new Promise<void>((end) => {
      house.app.hub.subscribe({ audience: `player:${player.id}`, sessionId, after: null, send: () => {}, end })
    })
  })

  test('of an operator end when they are dismissed', async () => {
    const admin = await house.operator('admin')
    const support = await house.colleague('support')
    const stream = await listen(support)
    const { items } = await admin.call(listOperators, {})
    const { id } = items.find(({ account }) => account.startsWith('support-'))!
    await admin.call(dismissOperator, { id, reason: 'left the house' })
    await stream.ends()
  })
})

describe('live streams are bounded', () => {
  test('by account, and by address where nobody is signed in; one too many is asked to retry later', async () => {
    const busy = await openHouse({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
    const player = await busy.visitorAt('198.51.100.7').join('an_')
    const open = async (visitor: Pick<Player, 'fetch'>) => visitor.fetch('/api/v1/events')
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(player)))
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const refused = await open(player)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A player at the same address has places of their own.
    const neighbour = busy.visitorAt('198.51.100.7')
    const visitors = await Promise.all(Array.from({ length: 200 }, () => open(neighbour)))
    expect(visitors.every(({ status }) => status === 200)).toBe(true)
    expect((await open(neighbour)).status).toBe(503)
    expect((await open(busy.visitorAt('198.51.100.8'))).status).toBe(200)
    // Closing a stream frees its place.
    await streams[0]!.body!.cancel()
    await vi.waitFor(async () => expect((await open(player)).status).toBe(200), 5_000)
    await busy.close()
  })

  test('and one that is asked for behind another on the same connection takes no place', async () => {
    const busy = await openHouse({ rateLimitFactor: 1 })
    const player = await busy.player()
    const { port, hostname } = new URL(busy.playerUrl)
    const cookie = `clearball=${player.cookies.get('clearball')!}`
    const ask = `GET /api/v1/events HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`
    for (let round = 0; round < 10; round++) {
      const socket = connect(Number(port), hostname)
      socket.write(ask + ask)
      expect(String(await once(socket, 'data'))).toContain(' 200 ')
      // The second request is looked at beside the first one; there is no answer to wait for.
      await sleep(100)
      socket.destroy()
    }
    await vi.waitFor(async () => {
      const streams = await Promise.all([1, 2].map(() => player.fetch('/api/v1/events')))
      for (const { body } of streams) await body?.cancel()
      expect(streams.map(({ status }) => status)).toEqual([200, 200])
    }, 5_000)
    await busy.close()
  })

  test('by the rate limits, however soon each is closed again', async () => {
    const busy = await openHouse({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
    const visitor = busy.visitorAt('198.51.100.9')
    const ask = async () => (await visitor.fetch('/api/v1/events', { method: 'HEAD' })).status
    const statuses = await Promise.all(Array.from({ length: 301 }, ask))
    expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([300, 1])
    await busy.close()
  })

  test('in all, and visitors never keep players out', () => {
    const places = openStreamPlaces({ perAccount: 2, perNetwork: 100, inAll: 8 })
    const visitors = Array.from({ length: 8 }, (_, at) => places.take({ network: `192.0.2.${at}` }))
    expect(visitors.filter(Boolean)).toHaveLength(6)
    expect(places.take({ account: 'player:1' })).not.toBeNull()
    expect(places.take({ account: 'player:2' })).not.toBeNull()
    expect(places.take({ account: 'player:3' })).toBeNull()
    visitors[0]!()
    expect(places.take({ account: 'player:3' })).not.toBeNull()
  })
})
