import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import type { Verdict } from '#core/fairness/verify'
import { games } from '#core/games/catalogue'
import { parseDay } from '#core/periods/civil-date'
import { periodsOfDay } from '#core/periods/schedule'
import type { DrawHouse } from '#server/testing/draws/draw-house'
import { openWitnessedHouse } from '#server/testing/draws/witnesses'
import { startTestCluster, testDatabaseUrl } from '#server/testing/test-cluster'
import { serveCosigner } from '../../verify/cosigner/serve.ts'
import type { Bench } from '../figure.ts'

const date = '20261102'
const hourMs = 3_600_000

/** A whole day of all nine games, on a clock that jumps from one due event to the next; then the public verifier checks it. */
export const day: Bench = async ({ figure, progress }) => {
  const { stop } = await startTestCluster()
  const periods = games.flatMap(({ code }) => periodsOfDay(code, parseDay(date)!))
  const firstMs = Math.min(...periods.map(({ opensAtMs }) => opensAtMs))
  const lastMs = Math.max(...periods.map(({ drawsAtMs }) => drawsAtMs))
  const house = await openWitnessedHouse(serveCosigner, {}, { atMs: firstMs - hourMs })
  const startedMs = performance.now()
  for (let untilMs = firstMs; untilMs < lastMs + hourMs; untilMs += hourMs) {
    await house.liveUntil(Math.min(untilMs, lastMs + 60_000))
    progress(`${new Date(house.clock.nowMs()).toISOString()}, ${await countDrawn(house)} drawn`)
  }
  figure({ name: 'a day of nine games, drawn in', value: (performance.now() - startedMs) / 1000, unit: 's' })

  const told = await house.app.db.query
    .selectFrom('log_record')
    .select(['draw_id', 'type'])
    .where('day', '=', date)
    .where('type', '<>', 'schedule')
    .execute()
  const due = new Set(periods.map(({ drawId }) => drawId))
  const once = (type: string) => {
    const ids = told.filter((record) => record.type === type).map(({ draw_id }) => draw_id!)
    return ids.length === due.size && ids.every((id) => due.has(id)) && new Set(ids).size === ids.length
  }
  const exact = ['close', 'result', 'settle'].filter(once).length
  figure({ name: 'periods of the day', value: due.size, unit: 'periods' })
  figure({ name: 'closed, drawn, settled: each exactly once', value: exact, unit: 'of 3', goal: { least: 3 } })
  figure({ name: 'records besides', value: told.length - 3 * due.size, unit: 'records', goal: { most: 0 } })

  const { rows: seen } = await house.app.db.pool.query<{ drawn: string; witnessed: string }>(
    `select sum(drawn) as drawn, sum(witnessed) as witnessed from draw_tally where day = $1`,
    [date],
  )
  figure({
    name: 'draws that two of three witnesses saw close in time',
    value: Number(seen[0]!.witnessed),
    unit: 'draws',
    against: { name: 'drawn', value: Number(seen[0]!.drawn) },
    goal: { least: 1 },
  })

  progress('clearball-verify checks the day from the public files')
  const verdicts = await verify(house.playerUrl, date)
  const passed = verdicts.filter(({ verdict }) => verdict === 'pass').length
  figure({
    name: 'draws that verify',
    value: passed,
    unit: 'draws',
    against: { name: 'periods of the day', value: due.size },
    goal: { least: 1 },
  })
  progress('the database is tampered with')
  await tamper(house)
  const found = (await verify(house.playerUrl, 'k3_5m:20261102:0100')).filter(({ verdict }) => verdict === 'fail')
  figure({ name: 'a changed result is found out', value: found.length, unit: 'draws', goal: { least: 1 } })
  await house.close()
  await stop()
}

async function countDrawn(house: DrawHouse): Promise<number> {
  const rows = await house.app.db.query.selectFrom('draw_tally').select('drawn').execute()
  return rows.reduce((sum, { drawn }) => sum + drawn, 0)
}

/** Runs the public verifier as anybody would: a separate process that knows only an address. */
async function verify(site: string, what: string): Promise<Verdict[]> {
  const verifier = spawn(process.execPath, ['verify/main.ts', site, what, '--house-beacon', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const verdicts: Verdict[] = []
  for await (const line of createInterface({ input: verifier.stdout })) verdicts.push(JSON.parse(line) as Verdict)
  return verdicts
}

async function tamper(house: DrawHouse): Promise<void> {
  const database = house.databaseUrl('clearball_owner').split('/').at(-1)!
  const superuser = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  await superuser.connect()
  await superuser.query('set session_replication_role = replica')
  await superuser.query(
    `alter table log_record drop constraint log_record_leaf_is_its_hash;
     update log_record set entry = regexp_replace(entry, '"outcome":.[0-9]', '"outcome":[6')
     where type = 'result' and entry !~ '"outcome":.6' and draw_id like 'k3_5m:%'`,
  )
  await superuser.end()
}
