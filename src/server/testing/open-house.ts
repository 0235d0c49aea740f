import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DestinationStream } from 'pino'
import { Client } from 'pg'
import type { OperatorRole } from '#contract/ops'
import { demoGranted } from '#core/ledger/postings'
import { type Cents, parseCents } from '#core/money/cents'
import { type App, type Running, type RunningConfig, startApp } from '../app.ts'
import type { Clock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openDatabase, transaction } from '../db/database.ts'
import { auditLedger } from '../ledger/audit.ts'
import { post } from '../ledger/post.ts'
import { openHub } from '../live/hub.ts'
import { openLog } from '../log.ts'
import { hashPassword } from '../passwords.ts'
import { type Random, randomFrom } from '../random.ts'
import { Secret } from '../secret.ts'
import { type ReceivedMail, openMailSink } from './mail-sink.ts'
import { type Player, type Visitor, openVisitor, testInvitation, testPassword } from './person.ts'
import { templateDatabase, testDatabaseUrl } from './test-cluster.ts'

/** The whole product, running for one test file: real HTTP, a real database of its own, real mail. */
export type House = Running & {
  readonly app: App
  readonly clock: TestClock
  /** Every line the server logged. */
  readonly logged: readonly string[]
  visitor(language?: string): Visitor
  player(given?: { account?: string; balance?: string; language?: string }): Promise<Player>
  operator(role: OperatorRole): Promise<Visitor>
  /** The mails that arrived at an address, waiting for the first. */
  mailsTo(address: string): Promise<ReceivedMail[]>
  /** The address of this house's database for a role. */
  databaseUrl(role: 'clearball_owner' | 'clearball_server'): string
  /** Proves the ledger; meant for `afterEach`. */
  audit(): Promise<void>
  /** Closes the house and its database; the ledger must add up to the end. */
  close(): Promise<void>
}

type TestClock = Clock & { to(ms: number): void; forward(ms: number): void }

/** An ordinary noon, so that no test starts next to a midnight by accident. */
const openingMs = Date.UTC(2026, 10, 2, 4, 0, 0)

const names = [
  'an',
  'binh',
  'chi',
  'dung',
  'giang',
  'hoa',
  'khanh',
  'lan',
  'minh',
  'nga',
  'phuc',
  'quyen',
  'son',
  'thu',
  'vinh',
  'yen',
]

export async function openHouse(given: Partial<RunningConfig> & { seed?: string } = {}): Promise<House> {
  const { seed = 'house', ...settings } = given
  const database = `house_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(`create database ${database} template ${templateDatabase} owner clearball_owner`)
  const mail = await openMailSink()
  const logged: string[] = []
  const app = await openApp(database, { smtpUrl: new Secret(mail.url), ...settings }, { seed, logged })
  await seedHouse(app)
  const running = await startApp(app)
  let guests = 0

  const house: House = {
    ...running,
    app,
    clock: app.clock as TestClock,
    logged,
    visitor: (language) => openVisitor(running.playerUrl, language),
    player: async ({ account, balance, language } = {}) => {
      const number = guests++
      const name = account ?? `${names[number % names.length]}${number < names.length ? '_' : number}`
      const player = await house.visitor(language).join(name.length < 3 ? `${name}_` : name)
      if (balance) await grant(app, player.id, parseCents(balance)!)
      return player
    },
    operator: async (role) => openOperator(running.consoleUrl, role),
    mailsTo: async (address) => {
      for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
        const mails = mail.received.filter((each) => each.to === address)
        if (mails.length > 0) return mails
        await sleep(50)
      }
      throw new Error(`no mail arrived for ${address}`)
    },
    databaseUrl: (role) => testDatabaseUrl(role, database),
    audit: async () => {
      const problems = await auditLedger(app.db.query)
      if (problems.length > 0) throw new Error(`The ledger does not add up:\n${problems.join('\n')}`)
    },
    close: async () => {
      await house.audit()
      await running.stop()
      await mail.close()
      await asSuperuser(`drop database ${database} with (force)`)
    },
  }
  return house
}

async function openApp(
  database: string,
  settings: Partial<RunningConfig>,
  { seed, logged }: { seed: string; logged: string[] },
): Promise<App> {
  const read = readConfig({}, [])
  if ('problems' in read) throw new Error('the defaults are valid settings')
  const config: RunningConfig = {
    ...read.config,
    port: 0,
    consolePort: 0,
    metricsPort: 0,
    dataFolder: tmpdir(),
    checkOutputs: true,
    rateLimitFactor: 1_000_000,
    pepper: new Secret('a pepper for tests, and only for them'),
    ...settings,
  }
  const destination: DestinationStream = { write: (line) => void logged.push(line) }
  const log = openLog('debug', destination)
  const url = testDatabaseUrl('clearball_server', database)
  const db = openDatabase({ url, log, size: 12 })
  const clock = testClock(openingMs)
  return { config, db, clock, random: seededRandom(seed), hub: await openHub({ url, db, clock, log }), log }
}

function testClock(startMs: number): TestClock {
  let nowMs = startMs
  return {
    nowMs: () => nowMs,
    to: (ms) => {
      if (ms < nowMs) throw new Error('time does not run backwards here; open a house at an earlier hour')
      nowMs = ms
    },
    forward: (ms) => {
      nowMs += ms
    },
  }
}

/** The same seed gives the same run. */
function seededRandom(seed: string): Random {
  let block = 0
  let rest = Buffer.alloc(0)
  return randomFrom((count) => {
    while (rest.length < count) {
      rest = Buffer.concat([rest, createHash('sha256').update(`${seed}:${block++}`).digest()])
    }
    const taken = rest.subarray(0, count)
    rest = rest.subarray(count)
    return taken
  })
}

async function seedHouse(app: App): Promise<void> {
  const now = new Date(app.clock.nowMs())
  const id = app.random.uuid()
  const hash = await hashPassword(testPassword, app.config.pepper)
  const roles: OperatorRole[] = ['admin', 'auditor', 'finance', 'reviewer', 'risk', 'support']
  await app.db.query
    .insertInto('operator')
    .values(
      roles.map((role, at) => ({
        id: at === 0 ? id : app.random.uuid(),
        account: role,
        name: role,
        role,
        login_hash: hash,
        created_at: now,
      })),
    )
    .execute()
  await app.db.query
    .insertInto('invitation')
    .values({ code: testInvitation, made_by: id, uses_left: 1_000_000, created_at: now })
    .execute()
}

async function openOperator(consoleUrl: string, role: OperatorRole): Promise<Visitor> {
  const visitor = openVisitor(consoleUrl)
  const body = JSON.stringify({ account: role, password: testPassword })
  const response = await visitor.fetch('/api/v1/console/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`the ${role} could not log in: ${await response.text()}`)
  return visitor
}

async function grant(app: App, playerId: string, amount: Cents): Promise<void> {
  const transfer = {
    id: app.random.uuid(),
    kind: 'demo_grant',
    postings: demoGranted(playerId, amount),
    atMs: app.clock.nowMs(),
  } as const
  await transaction(app.db, app.random, (tx) => post(tx, transfer))
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: testDatabaseUrl('postgres', 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
