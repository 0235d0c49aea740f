import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { startTestCluster } from '#server/testing/test-cluster'
import { failedSteps, verifyDraws } from '#server/testing/draws/verify-draws'
import type { Bench } from '../figure.ts'

const seconds = 75
/** The clock runs this many times as fast as real time. */
const speed = 6
const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)

/** Three ticker processes on one database, each killed with `kill -9` again and again at random moments. */
export const nodes: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster()
  const house = await openDrawHouse({ atMs: openedMs })
  const realStartMs = Date.now()
  const node = fileURLToPath(new URL('./ticker-node.ts', import.meta.url))
  const start = () => {
    const url = house.databaseUrl('clearball_server')
    return fork(node, [url, String(openedMs), String(realStartMs), String(speed)], { stdio: 'inherit' })
  }
  const running: ChildProcess[] = [start(), start(), start()]
  let kills = 0
  while (Date.now() < realStartMs + seconds * 1000) {
    await sleep(3_000 + Math.random() * 4_000)
    const victim = Math.floor(Math.random() * running.length)
    running[victim]!.kill('SIGKILL')
    kills++
    running[victim] = start()
    progress(`${kills} killed`)
  }
  const endedBefore = new Date(openedMs + (Date.now() - realStartMs) * speed)
  const periodsNow = () =>
    house.app.db.query
      .selectFrom('period')
      .select(['draw_id', 'status', 'settled_at'])
      .where('round_at', '<=', endedBefore)
      .execute()
  let periods = await periodsNow()
  const isUnfinished = (period: (typeof periods)[number]) => !period.settled_at
  // Nodes that live finish what killed nodes left behind.
  for (let waited = 0; waited < 60 && periods.some(isUnfinished); waited++) {
    await sleep(1_000)
    periods = await periodsNow()
  }
  for (const each of running) {
    each.kill('SIGTERM')
    await once(each, 'exit')
  }
  const records = await house.app.db.query
    .selectFrom('log_record')
    .select(['draw_id', 'type'])
    .where(
      'draw_id',
      'in',
      periods.map(({ draw_id }) => draw_id),
    )
    .execute()
  const count = (type: string) => records.filter((record) => record.type === type).length
  figure({ name: 'killed with -9', value: kills, unit: 'times', goal: { least: 10 } })
  figure({ name: 'periods that ended', value: periods.length, unit: 'periods' })
  figure({ name: 'drawn', value: count('result'), unit: 'draws', goal: { least: 1 } })
  figure({ name: 'void for closing late', value: count('void'), unit: 'draws' })
  figure({
    name: 'neither drawn nor void, or not settled',
    value: periods.filter(isUnfinished).length,
    unit: 'periods',
    goal: { most: 0 },
  })
  figure({
    name: 'ended more than once',
    value: count('result') + count('void') - periods.length,
    unit: 'periods',
    goal: { most: 0 },
  })
  const drawIds = periods.map(({ draw_id }) => draw_id)
  const failed = failedSteps(await verifyDraws(house.playerUrl, drawIds, endedBefore.getTime()))
  for (const each of failed) progress(each)
  figure({ name: 'steps that fail to verify', value: failed.length, unit: 'steps', goal: { most: 0 } })
  await house.close()
  await stop()
}
