import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawStatistics } from '#contract/play/past-draws'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import type { Verdict } from '#core/fairness/verify'
import { findPeriod } from '#core/periods/schedule'
import { bet, periodNow } from '#server/testing/draws/betting'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { check } from '../check.ts'
import { readKept } from '../kept.ts'
import { checkDraws, openDrawChecker } from './check-draws.ts'
import { lookOnce, openMirror, type MirrorEvent } from './mirror.ts'

let house: DrawHouse
let folder: string
beforeAll(async () => {
  house = await openDrawHouse()
  folder = await mkdtemp(join(tmpdir(), 'clearball-mirror-'))
})
afterAll(async () => {
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

async function verdictsOf(...given: Parameters<typeof check>): Promise<Verdict[]> {
  const found: Verdict[] = []
  for await (const verdict of check(...given)) found.push(verdict)
  return found
}

test('a mirror that follows a site notes each close and checks each draw, and its folder is enough to check the day', async () => {
  const events: MirrorEvent[] = []
  const setting = {
    site: house.playerUrl,
    folder,
    key: null,
    patienceMs: 0,
    clock: () => house.clock.nowMs(),
    tell: (event: MirrorEvent) => void events.push(event),
  }
  const mirror = await openMirror(setting)
  const checks = { policy: null, mode: 'house-beacon' as const, relays: [] }
  const checker = await openDrawChecker(mirror, setting, checks)
  expect(await lookOnce(mirror, setting)).toBe(true)
  await checkDraws(checker)
  const now = await periodNow(house.visitor(), 'speed_racing')
  if (now.status === 'closed') await house.liveUntil(now.drawsAt + 10_000)
  const period = await periodNow(house.visitor(), 'speed_racing')
  const { drawId, closesAt } = period
  const player = await house.player({ balance: '100.00', certified: true })
  await bet(player, period, { bets: ['pk10.sum12_big_small big 2.00', 'pk10.sum12_big_small small 3.00'] })
  await house.liveUntil(closesAt)
  expect(await lookOnce(mirror, setting)).toBe(true)
  expect(events).toContainEqual(expect.objectContaining({ event: 'seen', drawId }))
  await house.liveUntil(findPeriod(drawId)!.drawsAtMs + 10_000)
  expect(await lookOnce(mirror, setting)).toBe(true)
  await checkDraws(checker)
  const told = events.map(({ event }) => event)
  expect(told).toContain('checked')
  for (const bad of ['contradiction', 'draw-failed', 'missing']) expect(told).not.toContain(bad)

  const kept = await readKept(join(folder, 'kept.json'))
  const own = { ...checks, key: null, kept, paid: null, nowMs: house.clock.nowMs(), settleBet: settleLeaf }
  const verdictOf = async (place: string) => (await verdictsOf([place, drawId], own))[0]!
  expect(await verdictOf(folder)).toEqual(await verdictOf(house.playerUrl))
  const { steps } = await verdictOf(folder)
  const passed = steps.filter(({ status }) => status === 'pass').map(({ step }) => step)
  expect(passed).toEqual([2, 3, 5, 6, 7, 8, 9, 10, 11, 14, 16])
  expect(steps[13]!.facts).toEqual({ bets: 2, stakeTotal: 500 })

  // The whole of the newest day, which the folder names itself: what ended passes in full, the rest is not finished.
  const day = await verdictsOf([folder], own)
  expect(day.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  const ended = day.filter(({ outcome }) => outcome !== null)
  expect(ended.length).toBeGreaterThan(1)
  expect(ended.flatMap(({ steps }) => [steps[13]!.status, steps[15]!.status])).not.toContain('not-checked')
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
