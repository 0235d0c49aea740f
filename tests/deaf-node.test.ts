import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type House, openHouse } from '#server/testing/open-house'
import { transaction } from '#server/db/database'
import { openHub } from '#server/services/live/hub'
import { openProxy } from '../scripts/faults/proxy.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const publish = (conversationId: string) =>
  transaction(house.app.db, house.app.random, (tx) =>
    house.app.hub.record(tx, [{ audience: 'everybody', kind: 'service.changed', body: { conversationId } }]),
  )

test('a node whose LISTEN connection was silently dropped notices, delivers the missed events, and listens again', async () => {
  const { db, clock, log } = house.app
  const direct = new URL(house.databaseUrl('clearball_server'))
  // Tests reach their database by a socket; a connection that is lost on the way has to go over the network.
  const proxy = await openProxy({ host: '127.0.0.1', port: Number(direct.port) })
  const url = Object.assign(new URL(direct), { host: `127.0.0.1:${proxy.port}` }).href
  const hub = await openHub({ url, db, clock, log })
  const heard: string[] = []
  hub.subscribe({
    audience: null,
    sessionId: null,
    after: null,
    send: (frame) => heard.push(frame.toString()),
    end: () => {},
  })
  const hears = (id: string) => vi.waitFor(() => expect(heard.join()).toContain(id), { timeout: 20_000 })
  expect(hub.isListening()).toBe(true)
  proxy.swallow()
  const [meanwhile, afterwards] = [crypto.randomUUID(), crypto.randomUUID()]
  await publish(meanwhile)
  await hears(meanwhile)
  await vi.waitFor(() => expect(hub.isListening(), 'it says that it listens').toBe(false), { timeout: 20_000 })
  proxy.drop()
  await vi.waitFor(() => expect(hub.isListening()).toBe(true), { timeout: 20_000 })
  await publish(afterwards)
  await hears(afterwards)
  await hub.close()
  await proxy.close()
})
