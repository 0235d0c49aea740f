import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../world/app.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { closeDuePeriods } from './close-period.ts'
import { daysDue, publishSchedules } from './publish-schedule.ts'

const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)

let house: DrawHouse
/** A node of the same house that slept while its draw key was changed. */
let former: App
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
  const drawKey = new Secret('the former key of the secrets of draws')
  former = { ...house.app, config: { ...house.app.config, drawKey } }
})
afterAll(() => house.close())

const due = () =>
  house.app.db.query
    .selectFrom('period')
    .select(['draw_id', 'status', 'closes_at'])
    .orderBy('closes_at')
    .orderBy('draw_id')
    .executeTakeFirstOrThrow()
const published = async () =>
  (await house.app.db.query.selectFrom('period').select(['game', 'day']).distinct().execute()).length

test('a node with another draw key voids no draw and leaves it to a node that has the right one', async () => {
  const { draw_id: drawId, closes_at } = await due()
  house.clock.to(closes_at.getTime() + 100)
  await closeDuePeriods(former)
  expect(await due()).toMatchObject({ draw_id: drawId, status: 'scheduled' })
  expect(house.logged.some((line) => line.includes('DRAW_KEY is not the key'))).toBe(true)
  await closeDuePeriods(house.app)
  expect(await due()).toMatchObject({ draw_id: drawId, status: 'closed' })
})

test('a node with another draw key publishes no draw that only it could close', async () => {
  const atMs = openedMs + 9 * 3_600_000
  house.clock.to(atMs)
  const before = await published()
  expect(daysDue(atMs).length).toBeGreaterThan(before)
  await expect(publishSchedules(former)).rejects.toThrow('DRAW_KEY is not the key')
  expect(await published()).toBe(before)
  await publishSchedules(house.app)
  expect(await published()).toBeGreaterThan(before)
})
