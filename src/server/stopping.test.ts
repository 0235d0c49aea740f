import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transaction } from './db/database.ts'
import { type Running, openApp, startApp } from './open-app.ts'
import { isWaitedFor } from './testing/draws/waited-lock.ts'
import { listen } from './testing/servers/listen.ts'
import { type House, openHouse, testClock } from './testing/open-house.ts'
import { openVisitor, testPassword } from './testing/person.ts'
import type { App } from './world/app.ts'

const waitMs = 3_000

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Another node on the same database, which a test can stop. */
async function openOther(stopWaitMs = waitMs): Promise<Running & { app: App; remove(): Promise<void> }> {
  const { log, random } = house.app
  const dataFolder = await mkdtemp(join(tmpdir(), 'clearball-node-'))
  const config = { ...house.app.config, dataFolder, stopWaitMs }
  const url = house.databaseUrl('clearball_server')
  const app = await openApp({ config, clock: testClock(house.clock.nowMs()), random, log, url, size: 4 })
  return { ...(await startApp(app)), app, remove: () => rm(dataFolder, { recursive: true, force: true }) }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** Asks on one connection for as long as the server keeps it. */
const ask = (url: string) =>
  new Promise<{ status: number; connection: string | undefined; body: string }>((resolve, reject) => {
    get(url, { agent }, (answer) => {
      const { statusCode, headers } = answer
      void text(answer).then((body) => resolve({ status: statusCode!, connection: headers.connection, body }))
    }).on('error', reject)
  })

const publish = () =>
  transaction(house.app.db, house.app.random, (tx) =>
    house.app.hub.record(tx, [
      { audience: 'everybody', kind: 'service.changed', body: { conversationId: randomUUID() } },
    ]),
  )

test('a node that stops is unready first and still serves, then takes no new connections and answers on those it has', async () => {
  const other = await openOther()
  const games = `${other.playerUrl}/api/v1/games`
  expect(await ask(games)).toMatchObject({ status: 200, connection: 'keep-alive' })
  const stopping = other.stop()
  const health = await fetch(`${other.playerUrl}/api/health`)
  expect([health.status, await health.json()]).toMatchObject([503, { ready: false, why: ['stopping'] }])
  expect((await fetch(games)).status).toBe(200)
  await vi.waitFor(() => expect(other.app.node.draining.signal.aborted).toBe(true), waitMs + 500)
  const socket = connect(Number(new URL(games).port), '127.0.0.1')
  expect(await once(socket, 'connect').catch((error: NodeJS.ErrnoException) => error.code)).toBe('ECONNREFUSED')
  // On the connection from before, which is then closed.
  expect(await ask(games)).toMatchObject({ status: 200, connection: 'close' })
  await stopping
  const { rowCount } = await house.app.db.pool.query('select from node where id = $1', [other.app.node.id])
  expect(rowCount).toBe(0)
  await other.remove()
})

test('a request that is under way is answered, however late in the stop', async () => {
  const other = await openOther(0)
  const an = await house.player()
  const there = openVisitor(other.playerUrl)
  await there.signIn(an.account, testPassword)
  const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  await owner.query('begin; lock table session in access exclusive mode')
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const leaving = there.fetch('/api/v1/session', { method: 'DELETE' })
  await isWaitedFor(house, rows[0]!.pid)
  const stopping = other.stop()
  await sleep(300)
  await owner.query('commit')
  await owner.end()
  expect((await leaving).status).toBe(200)
  await stopping
  await other.remove()
})

test('listeners are sent elsewhere at once, and get there what was published meanwhile, each event once', async () => {
  const other = await openOther(200)
  const before = await listen(openVisitor(other.playerUrl))
  await publish()
  await before.until(1)
  const stopping = other.stop()
  await publish()
  await before.ends()
  await stopping
  // Soon, but no sooner than every page may ask that finds no node at all.
  expect(before.retryMs()).toBeGreaterThanOrEqual(1_000)
  expect(before.retryMs()).toBeLessThan(1_100)
  await publish()
  const after = await listen(house.visitor(), before.lastId())
  await publish()
  await vi.waitFor(() => expect(before.heard.length + after.heard.length).toBe(4), 5_000)
  const ids = [...before.heard, ...after.heard].map(({ id }) => Number(id))
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  after.close()
  await other.remove()
})

test('a stream that is asked for on an old connection of a node that drains is sent elsewhere at once', async () => {
  const other = await openOther()
  await ask(`${other.playerUrl}/api/v1/games`)
  const stopping = other.stop()
  await vi.waitFor(() => expect(other.app.node.draining.signal.aborted).toBe(true), waitMs + 500)
  const { status, body } = await ask(`${other.playerUrl}/api/v1/events`)
  expect([status, /retry: (\d+)\n\n$/.exec(body)?.[1]]).toEqual([200, '1000'])
  await stopping
  await other.remove()
})

test('a client that comes from a node that had read further gets no event a second time', async () => {
  const other = await openOther(0)
  const { hub } = other.app
  const heard: string[] = []
  // As where this node has not read yet what the client has: the events are there before its hub hears of them.
  const { rows } = await house.app.db.pool.query<{ id: string }>(
    `insert into event (audience, kind, body, at) values ('everybody', 'service.changed', '{}', now()), ('everybody', 'service.changed', '{}', now())
    returning id`,
  )
  const last = BigInt(rows.at(-1)!.id)
  hub.subscribe({
    audience: null,
    sessionId: null,
    after: last,
    end: () => {},
    send: (frame) => heard.push(frame.toString()),
  })
  await publish()
  await vi.waitFor(() => expect(heard.join('').match(/^event: /gm)).toHaveLength(1), 5_000)
  expect(heard.join('')).not.toMatch(new RegExp(`^id: ${rows[0]!.id}$`, 'm'))
  await other.stop()
  await other.remove()
})
