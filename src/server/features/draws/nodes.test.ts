import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../db/database.ts'
import { openTicker } from '../../edges/jobs/ticker.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { closeApp, openApp } from '../../open-app.ts'
import { replayBeacon } from '../../testing/draws/replay-beacon.ts'
import { administrator } from '../../testing/administrator.ts'
import { failedSteps, verifyDraws } from '../../testing/draws/verify-draws.ts'
import { closeDuePeriods } from './close-period.ts'
import { drawDuePeriods, patientFetcher } from './draw-period.ts'
import { LeaseLost, holdLease, takeLease } from '../bets/settling/lease.ts'

const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)

let house: DrawHouse
let superuser: Client
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
  superuser = await administrator(house)
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

/** Another node on the same database, whose connections can be killed at any moment, as by kill -9. */
async function openNode(name: string) {
  const url = `${house.databaseUrl('clearball_server')}?application_name=${name}`
  const app = await openApp({ ...house.app, url, size: 6, source: replayBeacon(house.app) })
  return {
    ...openTicker(app),
    crash: () =>
      superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state <> 'idle'`,
        [name],
      ),
    close: async () => {
      await closeApp(app)
    },
  }
}

test('three tickers that are killed at random draw every period once', async () => {
  const nodes = await Promise.all(['node_a', 'node_b', 'node_c'].map(openNode))
  const untilMs = openedMs + 16 * 60_000
  let killed = 0
  const dues = await house.app.db.query
    .selectFrom('period')
    .select(['closes_at', 'round_at'])
    .where('round_at', '<=', new Date(untilMs))
    .execute()
  const instants = [...new Set(dues.flatMap(({ closes_at, round_at }) => [closes_at.getTime(), round_at.getTime()]))]
  for (const atMs of instants.sort((a, b) => a - b)) {
    house.clock.to(atMs)
    // Each retries until a tick succeeds, as a restarted process does.
    const turning = nodes.map(async ({ tick }) => {
      for (let isDone = false; !isDone;) {
        isDone = await tick().then(
          () => true,
          () => false,
        )
      }
    })
    for (let blow = 0; blow < 3; blow++) {
      await sleep(house.app.random.below(12))
      const { rowCount } = await nodes[house.app.random.below(nodes.length)]!.crash()
      killed += rowCount ?? 0
    }
    await Promise.all(turning)
    // A ticker runs ten times a second; what a killed ticker left undone is done in one of the next ticks, also where a connection that
    // was killed late fails one of them.
    for (let turn = 0; turn < 10; turn++) await nodes[turn % nodes.length]!.tick().catch(() => undefined)
  }
  // The lease of a dead node expires within ten seconds.
  house.clock.to(untilMs + 10_000)
  // Of what three tickers find at once, each leaves what another has taken; the next tick finds it.
  for (let turn = 0; turn < 3; turn++) await Promise.all(nodes.map(({ tick }) => tick()))
  for (const node of nodes) await node.close()

  expect(killed).toBeGreaterThan(20)
  const ended = await house.app.db.query
    .selectFrom('period')
    .select(['draw_id', 'status', 'settled_at'])
    .where('round_at', '<=', new Date(untilMs))
    .execute()
  expect(ended.filter(({ status, settled_at }) => status !== 'drawn' || !settled_at)).toEqual([])
  const records = await house.app.db.query.selectFrom('log_record').select(['type', 'draw_id']).execute()
  for (const type of ['result', 'settle']) {
    const told = records.filter((record) => record.type === type).map(({ draw_id }) => draw_id!)
    expect(told.sort(), type).toEqual(ended.map(({ draw_id }) => draw_id).sort())
  }
  const verdicts = await verifyDraws(house.playerUrl, [ended[0]!.draw_id, ended.at(-1)!.draw_id], house.clock.nowMs())
  expect(failedSteps(verdicts)).toEqual([])
})

test('a node that lost its lease can settle nothing', async () => {
  const { app } = house
  house.clock.to(openedMs + 17 * 60_000)
  const within = <T>(work: Parameters<typeof transaction<T>>[2]) => transaction(app.db, app.random, work)
  await closeDuePeriods(app)
  house.clock.forward(20_000)
  await app.beacon.look()
  await drawDuePeriods(app, patientFetcher(app))
  const first = (await takeLease(app, 'ended'))!
  expect(await within((tx) => holdLease(app, tx, first))).toBeUndefined()
  house.clock.forward(10_001)
  let second = await takeLease(app, 'ended')
  while (second && second.period.id !== first.period.id) second = await takeLease(app, 'ended')
  expect(second!.leaseNumber).toBe(first.leaseNumber + 1)
  await expect(within((tx) => holdLease(app, tx, first))).rejects.toThrow(LeaseLost)
  await within((tx) => holdLease(app, tx, second!))
})
