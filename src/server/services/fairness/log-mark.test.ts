import { randomUUID } from 'node:crypto'
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { move } from '../../testing/ledger.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { administrator } from '../../testing/administrator.ts'
import { beat } from '../node/beat.ts'
import { localAlarms } from '../node/local-alarms.ts'
import { openLogMark } from './log-mark.ts'
import { watchLog } from './watch-log.ts'

let house: DrawHouse
let superuser: Client
let an: Player
let auditor: Visitor
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  an = await house.player({ balance: '100.00', certified: true })
  auditor = await house.operator('auditor')
  superuser = await administrator(house)
  // Deletes rows as if a standby had been promoted before it received them.
  await superuser.query('set session_replication_role = replica')
  await house.liveUntil(house.clock.nowMs() + 2 * 60_000)
  await bet(an, await periodNow(an, 'k3_5m'), { bets: ['k3.sum_odd_even odd 2.00'] })
  await watchLog(house.app)
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

const headOf = async () => {
  const { rows } = await superuser.query(
    `select size::integer, encode(root, 'hex') as root from log_checkpoint order by size desc limit 1`,
  )
  return rows[0] as { size: number; root: string }
}
const outcome = () =>
  move(house.app, demoGranted(an.id, 1n as Cents)).then(
    () => 'moved',
    (error: { code: string }) => error.code,
  )
const told = async () => (await auditor.call(showDesk, {})).alarms.filter(({ kind }) => kind === 'log')

const loseNewest = `with lost as (delete from log_checkpoint where size = (select max(size) from log_checkpoint) returning size)
  delete from log_record where seq = (select size - 1 from lost)`
/** What a loss takes, and how it comes back. */
const keepLog = async () => {
  for (const table of ['log_record', 'log_checkpoint'])
    await superuser.query(`create table kept_${table} as select * from ${table}`)
}
const giveBackLog = async () => {
  for (const table of ['log_record', 'log_checkpoint']) {
    await superuser.query(`delete from ${table}`)
    await superuser.query(`insert into ${table} select * from kept_${table}`)
    await superuser.query(`drop table kept_${table}`)
  }
}

const losses: [what: string, lose: string, says: string][] = [
  ['lost the newest record', loseNewest, 'is behind'],
  [
    'has another in its place',
    `update log_checkpoint set root = sha256('another') where size = (select max(size) from log_checkpoint)`,
    'has forked',
  ],
  ['lost a bet that has its receipt', `update betting set bets = bets - 1 where bets > 0`, 'lost bets'],
]

test.each(losses)(
  'a database that %s stops money and signing, with an alarm that names both sides, until it is complete again',
  async (...row) => {
    const [, lose, says] = row
    await keepLog()
    await superuser.query(`create table kept_betting as select * from betting`)
    const saw = await headOf()
    await superuser.query(lose)
    expect(await watchLog(house.app)).toContain(says)
    expect(await outcome()).toBe('money_stopped')
    const [alarm] = await told()
    expect(alarm!.what).toContain(says)
    if (says !== 'lost bets')
      expect(alarm!.what).toContain(`this node saw its checkpoint of size ${saw.size} with root ${saw.root}`)
    const before = await headOf()
    await house.liveUntil(house.clock.nowMs() + 2 * 60_000)
    expect(await headOf()).toEqual(before)
    await giveBackLog()
    await superuser.query(
      `update betting set bets = kept_betting.bets from kept_betting where betting.period_id = kept_betting.period_id`,
    )
    await superuser.query(`drop table kept_betting`)
    expect(await watchLog(house.app)).toBeNull()
    expect([await outcome(), await told()]).toEqual(['moved', []])
  },
)

test('a node whose disk takes no more signs nothing and takes no bets, says so, and goes on when it can write again', async () => {
  await watchLog(house.app)
  const inTheWay = `${house.app.logMark.file}.${process.pid}.new`
  const period = await periodNow(an, 'k3_5m')
  // The node may be writing just now.
  await vi.waitFor(() => mkdir(inTheWay), 10_000)
  // Taken, it makes the node write; where a write was due already and failed first, it is refused.
  await bet(an, period, { bets: ['k3.sum_odd_even odd 2.00'] }).catch(() => null)
  await vi.waitFor(() => expect(house.app.logMark.unwritten()).toContain('cannot write'), 10_000)
  const before = await headOf()
  await expect(bet(an, period, { bets: ['k3.sum_odd_even odd 2.00'] })).rejects.toMatchObject({ code: 'busy' })
  await house.liveUntil(house.clock.nowMs() + 60_000)
  expect(await headOf()).toEqual(before)
  await beat(house.app)
  const health = (await (await house.visitor().fetch('/api/health')).json()) as { ready: boolean; why: string[] }
  expect(health).toMatchObject({ ready: false, why: [expect.stringContaining('public-log.json')] })
  expect(localAlarms(house.app)).toMatchObject([{ kind: 'disk', what: health.why[0] }])
  await rm(inTheWay, { recursive: true })
  await vi.waitFor(() => expect(house.app.logMark.unwritten()).toBeNull(), 10_000)
  await beat(house.app)
  await house.liveUntil(house.clock.nowMs() + 60_000)
  expect((await headOf()).size).toBeGreaterThan(before.size)
  expect(localAlarms(house.app)).toEqual([])
})

test('what a node saw is stored in its data folder and survives a restart', async () => {
  await house.app.logMark.written()
  const kept = JSON.parse(await readFile(house.app.logMark.file, 'utf8'))
  expect(kept.head).toEqual(await headOf())
  const restarted = openLogMark(house.app.config, house.clock)
  expect(await restarted.missingIn(house.app.db.query)).toBeNull()
  await keepLog()
  await superuser.query(loseNewest)
  expect(await restarted.missingIn(house.app.db.query)).toContain('is behind')
  await giveBackLog()
  await vi.waitFor(async () => expect(await watchLog(house.app)).toBeNull(), 10_000)
})

/** What a worker of this node remembers when it stops; the function forgets it again. */
const remembered = async (worker: number, note: (mark: ReturnType<typeof openLogMark>) => void) => {
  const mark = openLogMark({ ...house.app.config, worker }, house.clock)
  note(mark)
  await mark.written()
  return { file: mark.file, forget: () => rm(mark.file) }
}
const startAgain = () => openLogMark(house.app.config, house.clock).missingIn(house.app.db.query)

test('what any worker gave receipts for or saw is asked for at the next start, also with fewer workers', async () => {
  const { rows } = await superuser.query(`select period_id as id, bets from betting where bets > 0 limit 1`)
  const [{ id: periodId, bets }] = rows as [{ id: number; bets: number }]
  const closesAtMs = house.clock.nowMs() + 60_000
  expect(await startAgain()).toBeNull()
  const third = await remembered(3, (mark) => mark.noteBets({ periodId, bets: bets + 1, closesAtMs }))
  expect(third.file).toMatch(/public-log-3\.json$/)
  expect(await startAgain()).toContain(`and this node gave receipts for ${bets + 1}`)
  await third.forget()
  const { size } = await headOf()
  const second = await remembered(2, (mark) => mark.note({ size: size + 1, root: Buffer.alloc(32, 7) }))
  expect(await startAgain()).toContain(`is behind: its newest checkpoint has size ${size}`)
  await second.forget()
  expect(await startAgain()).toBeNull()
})

test('checkpoints of one size that two workers saw with different roots are a fork, whoever saw which', async () => {
  const own = JSON.parse(await readFile(house.app.logMark.file, 'utf8'))
  const { size } = own.head as { size: number }
  const dataFolder = await mkdtemp(join(tmpdir(), 'clearball-marks-'))
  const started = () => openLogMark({ ...house.app.config, dataFolder }, house.clock).missingIn(house.app.db.query)
  const roots = [own.head.root, 'ff'.repeat(32)]
  for (const [one, two] of [roots, roots.toReversed()]) {
    await writeFile(join(dataFolder, 'public-log.json'), JSON.stringify({ ...own, head: { size, root: one } }))
    await writeFile(join(dataFolder, 'public-log-2.json'), JSON.stringify({ ...own, head: { size, root: two } }))
    expect(await started()).toContain(`has forked: its checkpoint of size ${size}`)
  }
  await rm(dataFolder, { recursive: true })
})

test('a worker and its successor that write one file both find there what the other saw', async () => {
  const closesAtMs = house.clock.nowMs() + 60_000
  const [former, successor] = [1, 2].map(() => openLogMark({ ...house.app.config, worker: 4 }, house.clock))
  successor!.noteBets({ periodId: 2, bets: 7, closesAtMs })
  await successor!.written()
  former!.noteBets({ periodId: 1, bets: 5, closesAtMs })
  await former!.written()
  const kept = JSON.parse(await readFile(former!.file, 'utf8'))
  expect(kept.taken).toEqual(
    expect.arrayContaining([
      { periodId: 1, bets: 5, closesAtMs },
      { periodId: 2, bets: 7, closesAtMs },
    ]),
  )
  await rm(former!.file)
})

test('a node that cannot read what it saw does not start, and takes nothing for a new folder', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clearball-unreadable-'))
  const file = join(dataFolder, 'public-log.json')
  const start = () => openLogMark({ ...house.app.config, dataFolder }, house.clock)
  await mkdir(file)
  expect(start).toThrow(`${file} cannot be read`)
  await rm(file, { recursive: true })
  await writeFile(file, '{"v":2,')
  expect(start).toThrow('or is damaged')
  await rm(dataFolder, { recursive: true })
  expect(start().head()).toBeNull()
})

test('a start that is refused, as under another name of the log, leaves what the node saw as it is', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clearball-refused-'))
  const file = join(dataFolder, 'public-log.json')
  const seen = await readFile(house.app.logMark.file, 'utf8')
  await writeFile(file, seen)
  await openLogMark({ ...house.app.config, dataFolder, logOrigin: 'localhost/another/log' }, house.clock).written()
  expect(await readFile(file, 'utf8')).toBe(seen)
  await rm(dataFolder, { recursive: true })
})

test.skipIf(process.getuid?.() !== 0)(
  'what root writes belongs to whom it belonged, or to whom the folder does',
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'clearball-owned-'))
    await chown(dataFolder, 12_345, 12_346)
    const written = async (size: number) => {
      const mark = openLogMark({ ...house.app.config, dataFolder }, house.clock)
      mark.note({ size, root: Buffer.alloc(32, size) })
      await mark.written()
      const { uid, gid } = await stat(mark.file)
      return [uid, gid]
    }
    expect(await written(1)).toEqual([12_345, 12_346])
    await chown(join(dataFolder, 'public-log.json'), 12_347, 12_348)
    expect(await written(2)).toEqual([12_347, 12_348])
    await rm(dataFolder, { recursive: true })
  },
)

test('a node that misses nothing signs nothing while another one that lives misses something', async () => {
  const other = randomUUID()
  const lives = `insert into node (id, name, pictures, seen_at) values ($1, 'other/1', 'x', now() + interval '1 hour')`
  await superuser.query(lives, [other])
  await superuser.query(
    `insert into alarm (source, node_id, what, raised_at) values ('log@other/1', $1, 'the log is behind', now())`,
    [other],
  )
  const before = await headOf()
  await house.liveUntil(house.clock.nowMs() + 2 * 60_000)
  expect(await headOf()).toEqual(before)
  await superuser.query(`update alarm set cleared_at = now() where node_id = $1`, [other])
  await superuser.query(`delete from node where id = $1`, [other])
  await house.liveUntil(house.clock.nowMs() + 2 * 60_000)
  expect((await headOf()).size).toBeGreaterThan(before.size)
})

test('a connection to a server that is behind can only read, from its first statement on', async () => {
  await keepLog()
  await superuser.query(loseNewest)
  // Close every connection, as a failover does.
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const write = () => house.app.db.pool.query(`insert into alarm (source, what, raised_at) values ('x', 'x', now())`)
  const refusal = async () =>
    write().then(
      () => 'written',
      (error: Error) => error.message,
    )
  await vi.waitFor(async () => expect(await refusal()).toContain('read-only transaction'), 10_000)
  expect((await house.app.db.pool.query(`select count(*)::integer as players from player`)).rows).toEqual([
    { players: 1 },
  ])
  // Its heartbeat is written all the same, or another node would take it for dead and end its alarm.
  const seen = async () =>
    (await superuser.query(`select max(seen_at)::text as at from node`)).rows[0] as { at: string }
  const before = await seen()
  await beat(house.app).catch(() => {})
  expect((await seen()).at > before.at).toBe(true)
  await giveBackLog()
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await vi.waitFor(async () => expect(await watchLog(house.app)).toBeNull(), 10_000)
})
