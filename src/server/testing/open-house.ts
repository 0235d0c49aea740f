import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DestinationStream } from 'pino'
import { Client } from 'pg'
import { Refused } from '#contract/client'
import { type OperatorRole, confirmOperator } from '#contract/ops'
import { demoGranted } from '#core/ledger/postings'
import { type Cents, parseCents } from '#core/money/cents'
import type { App, RunningConfig } from '../world/app.ts'
import { type Running, openApp, startApp } from '../open-app.ts'
import type { BeaconSource } from '../world/members/beacon.ts'
import type { Clock } from '../world/clock.ts'
import { readConfig } from '../world/config.ts'
import type { Insertable } from 'kysely'
import { transaction } from '../db/database.ts'
import type { Operator } from '../world/members/tables.generated.ts'
import { brokenActions } from '../services/actions/action-chain.ts'
import { seedDemo } from '../features/demo/seed-demo.ts'
import { insertTotp, totpCode } from '../features/factors/totp.ts'
import { auditBooks, auditLedger } from '../services/ledger/audit.ts'
import { post } from '../services/ledger/post.ts'
import { type Log, openLog } from '../world/log.ts'
import { hashPassword } from '../world/secrets/passwords.ts'
import { demoPushKeys } from '../world/push-settings.ts'
import { type Random, randomFrom, systemRandom } from '../world/random.ts'
import { Secret } from '../world/secrets/secret.ts'
import { type ReceivedMail, openMailSink } from './servers/mail-sink.ts'
import { admit, certify, enrol } from './people/enrol.ts'
import { type Player, type Visitor, asPlayer, openVisitor, testInvitation, testPassword } from './person.ts'
import { watchRequests } from './requests/watch.ts'
import { templateDatabase, testDatabaseUrl } from './test-cluster.ts'

/** The whole product, running for one test file: real HTTP, a real database of its own, real mail. */
export type House = Running & {
  readonly app: App
  readonly clock: TestClock
  /** Every line the server logged. */
  readonly logged: readonly string[]
  visitor(language?: string): Visitor
  /** A visitor with this IP address, for a house that trusts its proxy. */
  visitorAt(address: string): Visitor
  player(given?: { account?: string; balance?: string; language?: string; certified?: true }): Promise<Player>
  /** An operator who has logged in with a second factor, and who gives the password again wherever a call asks for it. */
  operator(role: OperatorRole, account?: string): Promise<Visitor>
  /** The same for an operator who does not give it again. */
  signedIn(role: OperatorRole): Promise<Visitor>
  /** Adds another operator of that role. */
  colleague(role: OperatorRole): Promise<Visitor>
  /** The code that an operator's authenticator app shows now. */
  operatorCode(): string
  /** Waits until enough matching mails have arrived at an address, and returns them. */
  mailsTo(address: string, isMeant?: (mail: ReceivedMail) => boolean, atLeast?: number): Promise<ReceivedMail[]>
  /** The address of this house's database for a role. */
  databaseUrl(role: 'clearball_owner' | 'clearball_server'): string
  /** Audits the ledger, and checks that no request blocked the event loop; meant for `afterEach`. */
  audit(): Promise<void>
  /** Closes the house and deletes its database, after a last audit of the ledger. */
  close(): Promise<void>
  /** The same without the audit, for a house whose ledger was broken on purpose. */
  abandon(): Promise<void>
  /** The same, but the database is left as a template with this name. */
  leave(template: string): Promise<void>
}

export type TestClock = Clock & {
  to(ms: number): void
  forward(ms: number): void
  /** Sets the clock as an administrator or a bad time server does; the monotonic clock does not move. */
  set(byMs: number): void
}

/** An ordinary noon, so that no test starts close to midnight by accident. */
export const openingMs = Date.UTC(2026, 10, 2, 4, 0, 0)

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

type Opening = Partial<RunningConfig> & {
  seed?: string
  /** When the house opens. */
  atMs?: number
  /** For tests of the ledger itself, which move money without a cause: only the ledger is audited, not the causes. */
  hasMadeUpMoney?: true
  /** The database to copy, left by another house: it has its people already, unless it was opened with nobody. */
  template?: string
  /** Opened as a demonstration: with its people instead of the house's own. */
  hasDemoPeople?: true
  /** Opened without operators and invitation, to be left as a template for demonstrations. */
  hasNobody?: true
  /** A beacon to use instead of the house beacon. */
  beaconFrom?: (given: { clock: Clock; log: Log }) => BeaconSource
}

export async function openHouse(given: Opening = {}): Promise<House> {
  const { seed = 'house', atMs = openingMs, beaconFrom, hasMadeUpMoney, hasDemoPeople, hasNobody, ...others } = given
  const { template, ...settings } = others
  const database = `house_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(
    `create database ${database} template ${template ?? templateDatabase} owner clearball_owner strategy file_copy`,
  )
  if (settings.mode === 'real') await asSuperuser('update house set is_demo = false', database)
  const mail = await openMailSink()
  const logged: string[] = []
  const app = await openTestApp(
    database,
    { smtpUrl: new Secret(mail.url), ...settings },
    { seed, logged, atMs, ...(beaconFrom && { beaconFrom }) },
  )
  if (hasDemoPeople) await seedDemo(app)
  else if (!template && !hasNobody) await seedHouse(app)
  const running = await startApp(app)
  // Watching costs each promise more than a request's own work, so a house that is opened to be measured is not watched.
  const watch = app.config.checkOutputs ? watchRequests([running.playerUrl, running.consoleUrl]) : unwatched
  let guests = 0
  let isStopped = false
  let loginHash: Promise<string> | undefined
  const enrolled = async (account: string, language = 'en'): Promise<Player> => {
    loginHash ??= hashPassword(testPassword, app.config)
    const { id, ...tokens } = await enrol(app, { account, language, loginHash: await loginHash })
    const visitor = house.visitor(language)
    keepCookies(visitor, { app, name: 'clearball', ...tokens })
    return asPlayer(visitor, { id, account })
  }
  const end = async () => {
    if (!isStopped) await house.stop()
    await mail.close()
    await rm(app.config.dataFolder, { recursive: true, force: true })
  }

  const house: House = {
    ...running,
    stop: async () => {
      isStopped = true
      await running.stop()
    },
    app,
    clock: app.clock as TestClock,
    logged,
    visitor: (language) => openVisitor(running.playerUrl, language ? { language } : {}),
    visitorAt: (address) => openVisitor(running.playerUrl, { address }),
    player: async ({ account, balance, language, certified } = {}) => {
      const number = guests++
      const name = account ?? `${names[number % names.length]}${number < names.length ? '_' : number}`
      const player = await enrolled(name.length < 3 ? `${name}_` : name, language)
      if (balance) await grant(app, player.id, parseCents(balance)!)
      if (certified) await certify(app, player.id)
      return player
    },
    operator: async (role, account = role) => attentive(await openOperator(app, running.consoleUrl, account)),
    signedIn: (role) => openOperator(app, running.consoleUrl, role),
    colleague: async (role) => attentive(await openOperator(app, running.consoleUrl, await addColleague(app, role))),
    operatorCode: () => totpCode(operatorSecret, app.clock.nowMs()),
    mailsTo: async (address, isMeant = () => true, atLeast = 1) => {
      for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 50) {
        const mails = mail.received.filter((each) => each.to === address && isMeant(each))
        if (mails.length >= atLeast) return mails
        await sleep(50)
      }
      throw new Error(`no such mail arrived for ${address}`)
    },
    databaseUrl: (role) => testDatabaseUrl(role, database),
    audit: async () => {
      const audited = hasMadeUpMoney ? auditBooks(app.db.longRunning) : auditLedger(app.db.longRunning)
      const problems = [...(await audited), ...(await brokenActions(app.db.query))]
      if (problems.length > 0) throw new Error(`The ledger does not add up:\n${problems.join('\n')}`)
      refuseSlow(watch.slowRequests())
    },
    close: async () => {
      if (!isStopped) await house.audit()
      await house.abandon()
      refuseSlow(watch.slowRequests())
    },
    abandon: async () => {
      await end()
      await asSuperuser(`drop database ${database} with (force)`)
    },
    leave: async (name) => {
      await end()
      await asSuperuser(`alter database ${database} rename to ${name}`)
    },
  }
  return house
}

const unwatched = { slowRequests: (): string[] => [] }

function refuseSlow(requests: readonly string[]): void {
  if (requests.length > 0) throw new Error(`These requests blocked the event loop:\n${requests.join('\n')}`)
}

/** The settings of a test: its own keys, free ports, and no rate limits in the way. */
export function testConfig(): RunningConfig {
  const read = readConfig({}, [])
  if ('problems' in read) throw new Error('the defaults are valid settings')
  return {
    ...read.config,
    dataFolder: join(tmpdir(), `clearball-test-${randomUUID()}`),
    port: 0,
    consolePort: 0,
    metricsPort: 0,
    checkOutputs: true,
    logLevel: 'debug',
    // Tests run on sources, which have no release manifest.
    selfCheck: false,
    rateLimitFactor: 1_000_000,
    // A test runs in the server's own process, and its own computations would count as the server's load.
    loopDelayMostMs: 60_000,
    captchaCost: 1,
    // A hash of full strength takes 40 ms; half of the time of all tests went into them.
    passwordMemoryKib: 8,
    pepper: new Secret('a pepper for tests, and only for them'),
    operatorKey: new Secret('0a'.repeat(32)),
    drawKey: new Secret('a key for the secrets of test draws'),
    houseBeaconKey: new Secret('0b'.repeat(32)),
    push: demoPushKeys(new Secret('CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo')),
    pushesToLoopback: true,
    worker: 1,
    // Tests with draws run the ticker by hand; publishing 8,000 draws would only slow the other tests down.
    ticker: false,
  }
}

async function openTestApp(
  database: string,
  settings: Partial<RunningConfig>,
  { seed, logged, atMs, beaconFrom }: Required<Pick<Opening, 'seed' | 'atMs'>> & Opening & { logged: string[] },
): Promise<App> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clearball-house-'))
  const config: RunningConfig = { ...testConfig(), dataFolder, ...settings }
  const destination: DestinationStream = { write: (line) => void logged.push(line) }
  const log = openLog(config.logLevel, destination)
  const url = testDatabaseUrl('clearball_server', database)
  const clock = testClock(atMs)
  // Random numbers that a test can repeat take a hash each, which would show in what is measured.
  const random = config.checkOutputs ? seededRandom(seed) : systemRandom
  const given = { config, clock, random, log, url, size: 12 }
  return openApp(beaconFrom ? { ...given, source: beaconFrom({ clock, log }) } : given)
}

export function testClock(startMs: number): TestClock {
  let steadyMs = startMs
  let setByMs = 0
  return {
    nowMs: () => steadyMs + setByMs,
    steadyMs: () => steadyMs,
    to: (ms) => {
      if (ms < steadyMs) throw new Error('time does not run backwards here; open a house at an earlier hour')
      steadyMs = ms
    },
    forward: (ms) => {
      steadyMs += ms
    },
    set: (byMs) => {
      setByMs += byMs
    },
  }
}

/** The same seed gives the same sequence. */
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

/** Every operator of a house has the same authenticator app. */
export const operatorSecret = 'CLEARBALLHOUSEOPERATORSECRET2345'

async function seedHouse(app: App): Promise<void> {
  const now = new Date(app.clock.nowMs())
  const id = app.random.uuid()
  const hash = await hashPassword(testPassword, app.config)
  const roles: OperatorRole[] = ['admin', 'auditor', 'finance', 'reviewer', 'risk', 'support']
  const operators = roles.map((role, at) => ({
    id: at === 0 ? id : app.random.uuid(),
    account: role,
    name: role,
    role,
    login_hash: hash,
    created_at: now,
  }))
  await addOperators(app, operators)
  await app.db.query
    .insertInto('invitation')
    .values({ code: testInvitation, made_by: id, uses_left: 1_000_000, created_at: now })
    .execute()
}

/** Adds operators who have an authenticator app with the test secret. */
async function addOperators(app: App, operators: Insertable<Operator>[]): Promise<void> {
  await app.db.query.insertInto('operator').values(operators).execute()
  await transaction(app.db, app.random, async (tx) => {
    const totp = { name: 'Phone', secret: operatorSecret, atMs: app.clock.nowMs(), isConfirmed: true }
    for (const { id } of operators) {
      await insertTotp(tx, { kind: 'operator', id }, { ...totp, id: app.random.uuid(), pepper: app.config.pepper })
    }
  })
}

async function addColleague(app: App, role: OperatorRole): Promise<string> {
  const { login_hash, created_at } = await app.db.query
    .selectFrom('operator')
    .select(['login_hash', 'created_at'])
    .where('account', '=', role)
    .executeTakeFirstOrThrow()
  const account = `${role}-${app.random.uuid()}`
  await addOperators(app, [{ id: app.random.uuid(), account, name: account, role, login_hash, created_at }])
  return account
}

async function openOperator(app: App, consoleUrl: string, account: string): Promise<Visitor> {
  const visitor = openVisitor(consoleUrl)
  keepCookies(visitor, { app, name: 'clearball-console', ...(await admit(app, account)) })
  return visitor
}

/** Gives a visitor the cookies that a log-in sets. */
function keepCookies(
  { cookies }: Visitor,
  { app, name, token, device }: { app: App; name: string; token: string; device: string },
): void {
  const { publicUrl, consoleUrl } = app.config
  const isSecure = (name === 'clearball' ? publicUrl : consoleUrl)?.startsWith('https:')
  const cookie = isSecure ? `__Host-${name}` : name
  cookies.set(cookie, token).set(`${cookie}-device`, device)
}

/** Gives the password again where a call asks for it, as the console's dialog does. */
function attentive(visitor: Visitor): Visitor {
  const call: Visitor['call'] = async (endpoint, input, key) => {
    try {
      return await visitor.call(endpoint, input, key)
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'confirm_again')) throw error
      await visitor.call(confirmOperator, { password: testPassword })
      return visitor.call(endpoint, input, key)
    }
  }
  return { ...visitor, call }
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

async function asSuperuser(statement: string, database = 'postgres'): Promise<void> {
  const client = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
