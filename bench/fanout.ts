import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LiveEvent } from '#contract/live'
import { transaction } from '#server/db/database'
import { openHouse } from '#server/testing/open-house'
import { startTestCluster } from '#server/testing/test-cluster'
import { type Bench, median } from './figure.ts'

const clients = 10_000
const groups = 2
const rounds = 10

const result: LiveEvent = {
  audience: 'everybody',
  kind: 'draw.result',
  body: {
    drawId: 'speed_racing:20261102:0577',
    issue: '202611020577',
    round: 33_596_237,
    outcome: [3, 1, 4, 10, 5, 9, 2, 6, 8, 7],
    index: 1234,
  },
}

/**
 * The fan-out of one result to ten thousand browsers, each on its own connection. The listeners run in separate processes and note
 * when the last one has the whole frame; both sides read the same machine's clock.
 */
export const fanout: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster()
  const house = await openHouse({ checkOutputs: false })
  const crowds = Array.from({ length: groups }, () =>
    fork(fileURLToPath(new URL('./page/listeners.ts', import.meta.url))),
  )
  // The hub's first subscriber: when it gets the event, writing to the others begins.
  let writtenMs = 0
  let usage = process.cpuUsage()
  const leave = house.app.hub.subscribe({
    audience: null,
    sessionId: null,
    after: null,
    end: () => {},
    send: () => {
      writtenMs = epochMs()
      usage = process.cpuUsage()
    },
  })
  global.gc?.()
  const before = process.memoryUsage()
  progress(`${clients} clients connect`)
  for (const crowd of crowds) {
    crowd.send({ url: house.playerUrl, clients: clients / groups })
    await once(crowd, 'message')
  }
  while (house.app.hub.clients() < clients) await sleep(20)
  await sleep(1_000)
  global.gc?.()
  // The hub's last subscriber: by then the system has the bytes for every client.
  let doneMs = 0
  const leaveLast = house.app.hub.subscribe({
    audience: null,
    sessionId: null,
    after: null,
    end: () => {},
    send: () => {
      doneMs = epochMs()
      usage = process.cpuUsage(usage)
    },
  })
  const grown = process.memoryUsage().rss - before.rss

  const writing: number[] = []
  const cpu: number[] = []
  const fromWrite: number[] = []
  const fromPublish: number[] = []
  for (let round = 0; round < rounds; round++) {
    const heard = Promise.all(crowds.map(async (crowd) => (await once(crowd, 'message'))[0] as { lastMs: number }))
    const publishedMs = epochMs()
    await transaction(house.app.db, house.app.random, (tx) => house.app.hub.record(tx, [result]))
    const lastMs = Math.max(...(await heard).map((each) => each.lastMs))
    writing.push(doneMs - writtenMs)
    cpu.push((usage.user + usage.system) / 1000)
    fromWrite.push(lastMs - writtenMs)
    fromPublish.push(lastMs - publishedMs)
    await sleep(200)
  }
  figure({ name: 'clients told', value: clients, unit: 'clients', goal: { least: 10_000 } })
  figure({ name: 'all told after writing began, median', value: median(fromWrite), unit: 'ms', goal: { most: 150 } })
  figure({ name: 'writing to all, median', value: median(writing), unit: 'ms' })
  figure({ name: 'processor time of writing to all, median', value: median(cpu), unit: 'ms' })
  figure({ name: 'all told after writing began, slowest', value: Math.max(...fromWrite), unit: 'ms' })
  figure({ name: 'all told after the event was recorded, median', value: median(fromPublish), unit: 'ms' })
  figure({ name: 'memory for each client', value: grown / clients / 1000, unit: 'kB' })
  leave()
  leaveLast()
  for (const crowd of crowds) {
    crowd.disconnect()
    await once(crowd, 'exit')
  }
  await house.close()
  await stop()
}

function epochMs(): number {
  return performance.timeOrigin + performance.now()
}
