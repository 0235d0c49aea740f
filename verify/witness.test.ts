import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addWitness, drawStatistics, listWitnesses } from '#contract/play/draws'
import { formatInstant } from '#core/fairness/instant'
import { countersign, isSignedBy, publicKeyOf } from '#core/fairness/signatures'
import { countersignatureHolds, isCountersignature } from '#core/fairness/witness'
import { findPeriod } from '#core/periods/schedule'
import { periodNow } from '#server/testing/draws/betting'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { lookOnce, openMirror, type WitnessEvent } from './witness.ts'

const key = (at: number) => at.toString(16).padStart(64, '0')

let house: DrawHouse
let folder: string
beforeAll(async () => {
  house = await openDrawHouse()
  folder = await mkdtemp(join(tmpdir(), 'clearball-witness-'))
})
afterAll(async () => {
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

const lines = async (drawId: string) => {
  const answer = await fetch(`${house.playerUrl}/fair/witnesses/${drawId.replaceAll(':', '/')}.jsonl`)
  const text = answer.ok ? await answer.text() : ''
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
}

/** Lets the current draw of a game close, and returns its id and the hash of its close record. */
async function closed(game: 'speed_racing' | 'k3_5m'): Promise<{ drawId: string; closeHash: string }> {
  const now = await periodNow(house.visitor(), game)
  if (now.status === 'closed') await house.liveUntil(now.drawsAt + 10_000)
  const { drawId, closesAt } = await periodNow(house.visitor(), game)
  await house.liveUntil(closesAt)
  const { hash } = await house.app.db.query
    .selectFrom('log_record')
    .select('hash')
    .where('draw_id', '=', drawId)
    .where('type', '=', 'close')
    .executeTakeFirstOrThrow()
  return { drawId, closeHash: hash }
}

const word = ({ drawId, closeHash }: { drawId: string; closeHash: string }, secret: string) =>
  countersign(drawId, { closeHash, seenAt: formatInstant(house.clock.nowMs()) }, secret)

test('a witness that watches a site countersigns each close, and the site lists it', async () => {
  const events: WitnessEvent[] = []
  const setting = {
    site: house.playerUrl,
    folder,
    key: null,
    secretKey: key(7),
    clock: () => house.clock.nowMs(),
    tell: (event: WitnessEvent) => void events.push(event),
  }
  const mirror = await openMirror(setting)
  expect(await lookOnce(mirror, setting)).toBe(true)
  const { drawId } = await closed('speed_racing')
  expect(await lines(drawId)).toEqual([])
  expect(await lookOnce(mirror, setting)).toBe(true)
  await vi.waitFor(
    () => expect(events).toContainEqual({ event: 'told', drawId, isCounted: true, witnesses: 1 }),
    10_000,
  )
  const [signed] = await lines(drawId)
  expect(isCountersignature(signed) && countersignatureHolds(signed, isSignedBy)).toBe(true)
  expect(await house.visitor().call(listWitnesses, { drawId })).toMatchObject({
    total: 1,
    items: [{ witness: publicKeyOf(key(7)) }],
  })
})

test.each<[what: string, answer: (response: ServerResponse) => void]>([
  ['does not answer', () => {}],
  ['answers nonsense', (response) => response.end('{"event":"contradiction","isCounted":"yes","witnesses":-1}')],
  ['refuses', (response) => response.writeHead(503).end()],
])('a site that %s keeps no witness from noting the next close', async (_, answer) => {
  const front = createServer((request, response) => {
    if (request.method === 'POST') return answer(response)
    fetch(house.playerUrl + request.url).then(
      async (found) => response.writeHead(found.status).end(await found.text()),
      () => response.destroy(),
    )
  })
  await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready))
  const events: WitnessEvent[] = []
  const setting = {
    site: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    folder: await mkdtemp(join(folder, 'unheard-')),
    key: null,
    secretKey: key(9),
    clock: () => house.clock.nowMs(),
    tell: (event: WitnessEvent) => void events.push(event),
  }
  const mirror = await openMirror(setting)
  await lookOnce(mirror, setting)
  const { drawId } = await closed('speed_racing')
  const startedMs = performance.now()
  expect(await lookOnce(mirror, setting)).toBe(true)
  expect(performance.now() - startedMs).toBeLessThan(8_000)
  expect(events).toContainEqual(expect.objectContaining({ event: 'seen', drawId }))
  expect(Object.keys(JSON.parse(await readFile(join(setting.folder, 'kept.json'), 'utf8')).notes)).toContain(drawId)
  front.closeAllConnections()
  await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ event: 'not-told', drawId })), {
    timeout: 20_000,
  })
  expect(events.map(({ event }) => event)).not.toContain('contradiction')
  front.close()
})

test('each key counts once, however often and simultaneously it is sent, and the draw counts once as witnessed', async () => {
  const witnessed = async () =>
    (await house.visitor().call(drawStatistics, {})).items.find(({ game }) => game === 'k3_5m')!.witnessed
  const before = await witnessed()
  const draw = await closed('k3_5m')
  const told = [1, 2, 3, 1, 2, 3, 1, 2, 3].map((at) => word(draw, key(at)))
  const answers = await Promise.all(told.map((each) => house.visitor().call(addWitness, each)))
  expect(answers.every(({ isCounted }) => isCounted)).toBe(true)
  expect((await house.visitor().call(listWitnesses, { drawId: draw.drawId })).total).toBe(3)
  expect(await witnessed()).toBe(before)
  await house.liveUntil(findPeriod(draw.drawId)!.drawsAtMs + 10_000)
  expect(await witnessed()).toBe(before + 1)
})

test('a countersignature that is false, for another record or too late is not counted', async () => {
  const { drawId: open } = await periodNow(house.visitor(), 'speed_racing')
  const early = word({ drawId: open, closeHash: '0'.repeat(64) }, key(1))
  expect(await house.visitor().call(addWitness, early)).toEqual({ isCounted: false, witnesses: 0 })
  const draw = await closed('speed_racing')
  const other = word({ ...draw, closeHash: '0'.repeat(64) }, key(1))
  expect(await house.visitor().call(addWitness, other)).toEqual({ isCounted: false, witnesses: 0 })
  const forged = { ...word(draw, key(1)), witness: publicKeyOf(key(2)) }
  await expect(house.visitor().call(addWitness, forged)).rejects.toMatchObject({ code: 'request_malformed' })
  for (const seenAt of ['2099-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z']) {
    const misdated = countersign(draw.drawId, { closeHash: draw.closeHash, seenAt }, key(1))
    expect(await house.visitor().call(addWitness, misdated)).toEqual({ isCounted: false, witnesses: 0 })
  }
  const late = word(draw, key(1))
  await house.liveUntil(findPeriod(draw.drawId)!.drawsAtMs + 10_000)
  expect(await house.visitor().call(addWitness, late)).toEqual({ isCounted: false, witnesses: 0 })
  const unknown = word({ ...draw, drawId: 'speed_racing:20990101:0001' }, key(1))
  await expect(house.visitor().call(addWitness, unknown)).rejects.toMatchObject({ code: 'draw_unknown' })
  expect(await lines(draw.drawId)).toEqual([])
})

test('a stored countersignature cannot be changed or deleted', async () => {
  for (const change of ['update countersignature set seen_at = now()', 'delete from countersignature'])
    await expect(house.app.db.pool.query(change)).rejects.toThrow(/permission denied|append/)
})

test('the numbers are counted as they were drawn, and a p-value is published when there are enough', async () => {
  const first = await house.visitor().call(drawStatistics, {})
  expect(first.items.find(({ game }) => game === 'k3_5m')!.uniformity).toBeNull()
  const before = first.items.find(({ game }) => game === 'speed_racing')!.drawn
  await house.liveUntil(house.clock.nowMs() + (52 - before) * 75_000)
  const { rows } = await house.app.db.pool.query<{ differing: bigint }>(
    `select count(*) as differing from (
      select game, day, place, shown.number, count(*) from period, unnest(outcome) with ordinality as shown (number, place)
        where status = 'drawn' group by game, day, place, shown.number
      except select game, day, place, number, seen from number_tally) other`,
  )
  expect(rows[0]!.differing).toBe(0n)
  const { items } = await house.visitor().call(drawStatistics, {})
  const { drawn, uniformity } = items.find(({ game }) => game === 'speed_racing')!
  expect(drawn).toBeGreaterThan(50)
  expect(uniformity).toBeGreaterThan(0)
  expect(uniformity).toBeLessThanOrEqual(1)
})
