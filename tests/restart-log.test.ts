import { execFile } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { parseEntry } from '#core/fairness/log'
import { openTicker } from '#server/edges/jobs/ticker'
import { openApp, startApp } from '#server/open-app'
import { keyProblem } from '#server/services/fairness/check-keys'
import { bet, periodNow } from '#server/testing/draws/betting'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { replayBeacon } from '#server/testing/draws/replay-beacon'
import { failedSteps, verifyDraws } from '#server/testing/draws/verify-draws'
import { openVisitor } from '#server/testing/person'
import { testDatabaseUrl } from '#server/testing/test-cluster'
import { watchLog } from '#server/services/fairness/watch-log'
import { envLine } from '../scripts/clearball/env-file.ts'
import { programEnv } from './program.ts'

test('a database that lost signed records for good is continued under a new name, which says what was lost', async () => {
  // Not long ago, since the program takes the real time; a second after a period of ten minutes began.
  const tenMinutes = 600_000
  const house = await openDrawHouse({ atMs: (Math.floor(Date.now() / tenMinutes) - 1) * tenMinutes + 1_000 })
  const { dataFolder, operatorKey, logOrigin } = house.app.config
  const an = await house.player({ balance: '50.00', certified: true })
  const period = await periodNow(an, 'ssc_10m')
  await bet(an, period, { bets: ['ssc.sum_odd_even odd 1.00'] })
  await house.liveUntil(house.clock.nowMs() + 3 * 60_000)
  await watchLog(house.app)
  await house.app.logMark.written()
  const seen = house.app.logMark.head()!

  const run = (env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/fairness/restart-log.ts', '--env', file, ...args], {
      env: {
        ...programEnv,
        DATA_DIR: dataFolder,
        ...env,
      },
    }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
  const file = join(dataFolder, 'house.env')
  const settings = {
    DATABASE_URL: house.databaseUrl('clearball_server'),
    DATABASE_OWNER_URL: house.databaseUrl('clearball_owner'),
    OPERATOR_KEY: operatorKey.reveal(),
  }
  const lines = Object.entries(settings).map(([name, value]) => envLine(name, value))
  await writeFile(file, lines.join('\n'))
  const next = 'localhost/fair/2/log'
  expect(await run({ LOG_ORIGIN: next })).toContain('Say what was lost')
  expect(await run({ LOG_ORIGIN: next }, 'nothing')).toContain('Stop every node first')
  await house.stop()
  expect(await run({ LOG_ORIGIN: next }, 'nothing')).toContain('localhost/fair/log can go on')

  const database = house.databaseUrl('clearball_owner').split('/').at(-1)!
  const superuser = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  await superuser.connect()
  // As a backup from before these records would be.
  await superuser.query('set session_replication_role = replica')
  await superuser.query(`delete from log_checkpoint where size > $1`, [seen.size - 2])
  await superuser.query(`delete from log_record where seq >= $1`, [seen.size - 2])
  await superuser.query(`update period set status = 'scheduled', outcome = null, closed_at = null, bets = null, stake_total = null,
    ended_at = null, settled_at = null where not exists (select from log_record where log_record.draw_id = period.draw_id)`)
  await superuser.end()
  expect(await run({ LOG_ORIGIN: logOrigin }, 'two records')).toContain('Set LOG_ORIGIN to a new name')
  const said = await run({ LOG_ORIGIN: next }, 'two records')
  expect(said).toContain(`${logOrigin} ended`)

  const app = await openApp({
    ...house.app,
    config: { ...house.app.config, logOrigin: next },
    url: house.databaseUrl('clearball_server'),
    size: 6,
    source: replayBeacon(house.app),
  })
  expect(await keyProblem({ ...app, config: house.app.config })).toContain(`is named ${next}`)
  const running = await startApp(app)
  expect(await watchLog(app)).toBeNull()
  const restart = await app.db.query
    .selectFrom('log_record')
    .selectAll()
    .where('type', '=', 'restart')
    .executeTakeFirstOrThrow()
  expect(parseEntry(restart.entry)!.body).toEqual({ origin: logOrigin, ...seen, lost: 'two records' })
  const kept = (await readdir(dataFolder)).filter((name) => name.startsWith('public-log.lost-'))
  expect(JSON.parse(await readFile(join(dataFolder, kept.at(-1)!), 'utf8'))).toMatchObject({ head: seen })

  // Draws go on, and whoever knows the new name can check them.
  const drawId = (await periodNow(openVisitor(running.playerUrl), 'speed_11x5')).drawId
  house.clock.to(Date.now() + 5_000)
  const ticker = openTicker(app)
  for (let at = 0; at < 40; at++) {
    house.clock.forward(5_000)
    await ticker.tick()
    await app.witnesses.settled()
  }
  expect(failedSteps(await verifyDraws(running.playerUrl, [drawId], house.clock.nowMs()))).toEqual([])
  await running.stop()
  await house.abandon()
})
