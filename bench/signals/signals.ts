import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { evaluateSignals } from '#server/features/signals/evaluate'
import { sourceNames, sources } from '#server/features/signals/sources'
import { readAddressCountries } from '#server/services/addresses/address-countries'
import { type House, openHouse } from '#server/testing/open-house'
import { evaluateAll, tally } from '#server/testing/signals/findings'
import { plant, ranges, settleHonest } from '#server/testing/signals/patterns'
import { choices, openTown, settle } from '#server/testing/signals/town'
import { startTestCluster } from '#server/testing/test-cluster'
import type { Bench, Report } from '../figure.ts'

const ofEach = 20
const honest = 1_000
/** Enough people for more than a hundred thousand events. */
const many = Number(process.env.BENCH_PLAYERS ?? 18_000)

/**
 * Twenty patterns of each rule among a thousand honest players: all must be found, and false alarms are counted. Then how long the
 * rules take for a hundred thousand events.
 */
export const signals: Bench = async (report) => {
  const { stop } = await startTestCluster()
  try {
    await findPlanted(report)
    await timeEvents(report)
  } finally {
    await stop()
  }
}

type Peopled = { readonly honest: number; readonly ofEach: number; readonly seed: string }

async function peopled({ honest: people, ofEach: patterns, seed }: Peopled) {
  const house = await openHouse({ hasMadeUpMoney: true, checkOutputs: false })
  const choose = choices(seed)
  const town = openTown(choose, house.clock.nowMs())
  settleHonest(town, choose, people)
  const planted = plant(town, choose, patterns)
  await settle(house, town)
  const file = join(house.app.config.dataFolder, 'ranges.txt')
  await writeFile(file, ranges.join('\n'))
  return { house, planted, addresses: await readAddressCountries(file) }
}

async function findPlanted({ figure }: Report): Promise<void> {
  const { house, planted, addresses } = await peopled({ honest, ofEach, seed: 'twenty of each' })
  await evaluateAll(house.app, addresses)
  const tallies = await tally(house.app, planted)
  for (const { rule, planted: all, found, falseAlarms } of tallies) {
    figure({ name: `${rule}: found of ${all} planted`, value: found, unit: '', goal: { least: all } })
    figure({ name: `${rule}: false alarms among ${honest} honest players`, value: falseAlarms, unit: '' })
  }
  const { players } = await house.app.db.query
    .selectFrom('signal_player')
    .innerJoin('player', 'player.id', 'player_id')
    .select((eb) => eb.fn.count<bigint>('player_id').distinct().as('players'))
    .where('player.account', 'like', 'honest%')
    .executeTakeFirstOrThrow()
  figure({ name: `honest players with any signal, of ${honest}`, value: Number(players), unit: '' })
  await house.abandon()
}

async function timeEvents({ figure, progress }: Report): Promise<void> {
  progress(`making ${many} players`)
  const { house, addresses } = await peopled({ honest: many, ofEach, seed: 'many' })
  const events = await countEvents(house)
  progress(`${events} events`)
  let [longestMs, turns] = [0, 0]
  const startedMs = performance.now()
  for (let isMore = true; isMore; turns++) {
    const turnMs = performance.now()
    isMore = await evaluateSignals(house.app, { addresses })
    longestMs = Math.max(longestMs, performance.now() - turnMs)
  }
  const seconds = (performance.now() - startedMs) / 1_000
  figure({ name: `both looks at ${events} events`, value: seconds, unit: 's' })
  figure({
    name: 'both looks, for each 100,000 events',
    value: (seconds * 100_000) / events,
    unit: 's',
    goal: { most: 60 },
  })
  figure({ name: `the longest of ${turns} turns`, value: longestMs, unit: 'ms' })
  await house.abandon()
}

async function countEvents({ app }: House): Promise<number> {
  let events = 0
  for (const name of sourceNames) {
    const { table, only } = sources[name]
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${only}`.execute(app.db.query)
    events += rows[0]!.count
  }
  return events
}
