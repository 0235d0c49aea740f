import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type Locale, isLocale, locales } from '#contract/locales'
import { quicknetRelays } from '#core/fairness/beacon'
import { type AwaySettings, awayProblems, awaySettings, toAwaySettings } from './away-settings.ts'
import { addressesOf } from './database-addresses.ts'
import { type PushKeys, pushProblems, pushSettings, toPushKeys } from './push-settings.ts'
import { Secret } from './secrets/secret.ts'

/** Every setting. Each comes from the environment; `--port` and `--host` override it. */
export type Config = {
  readonly mode: 'demo' | 'real'
  /** Whether an empty database is filled with the demo players and operators. */
  readonly seedDemo: boolean
  readonly host: string
  readonly port: number
  readonly consolePort: number
  readonly metricsHost: string
  readonly metricsPort: number
  /** The addresses at which players and operators reach the apps; null where that is the address we listen on. */
  readonly publicUrl: string | null
  readonly consoleUrl: string | null
  /** The public log's name. Once the log has begun, it never changes. */
  readonly logOrigin: string
  /** The file that names the witnesses of the public log, and how many of them it takes. */
  readonly witnesses: string | null
  /** How long draws may close unwitnessed before no new bets are taken. */
  readonly witnessPatienceMs: number
  /** The URL to which the beginning and the end of every alarm are posted. */
  readonly alarmWebhook: string | null
  /** Who is told of new cases and alarms while no operator is logged in. */
  readonly away: AwaySettings
  /** A file on another disk or machine to which operators' actions are copied. */
  readonly auditCopy: string | null
  /** The file that says in which country network addresses are used. */
  readonly addressCountries: string | null
  readonly trustedProxies: readonly string[]
  readonly dataFolder: string
  /** Where `clearball backup --in` makes its folders; `clearball doctor` looks at the newest. */
  readonly backupFolder: string | null
  readonly databaseUrl: Secret | null
  readonly databaseOwnerUrl: Secret | null
  readonly databasePool: number
  /** How long a node that stops says so before it takes no new connections, and how long it then still answers on idle ones. */
  readonly stopWaitMs: number
  /** How many processes serve; with one, it is the process itself. */
  readonly workers: number
  readonly pepper: Secret | null
  /** The pepper before the last change, for passwords and recovery codes that were not used since. */
  readonly formerPepper: Secret | null
  /** Six, as the specification says, or more. */
  readonly passwordLengthMin: number
  /** How much memory a password's hash takes. */
  readonly passwordMemoryKib: number
  readonly smtpUrl: Secret | null
  readonly mailFrom: string
  /** Null sends no notifications, and the app does not offer them. */
  readonly push: PushKeys | null
  /** Whether notifications may go to this machine, for tests; no setting allows it. */
  readonly pushesToLoopback: boolean
  readonly logLevel: string
  /** The bucket for pictures; null stores them in the data folder. */
  readonly s3: S3Settings | null
  readonly beacon: 'house' | 'public'
  readonly beaconRelays: readonly string[]
  /** Signs the public log and receipts. */
  readonly operatorKey: Secret | null
  /** Encrypts the secrets of future draws. */
  readonly drawKey: Secret | null
  /** Signs the rounds of the house beacon. */
  readonly houseBeaconKey: Secret | null
  /** Whether this node publishes, closes, draws and settles. Several nodes may; at least one must. */
  readonly ticker: boolean
  readonly licence: string | null
  /** The languages in the language picker, in this order. */
  readonly languagesOffered: readonly Locale[]
  /** ISO 3166-1 alpha-2 codes of the countries that are not served, whatever the console says. */
  readonly countriesNotServed: readonly string[]
  /** Multiplies every rate limit; load tests raise it. */
  readonly rateLimitFactor: number
  /** How far the event loop may lag, on average over a second, before requests are asked to come back. */
  readonly loopDelayMostMs: number
  /** The average number of steps of work in a captcha. */
  readonly captchaCost: number
  /** Whether the server compares its files with the release's manifest, at the start and every hour. */
  readonly selfCheck: boolean
  /** Whether answers are checked against the contract; always on in development and tests. */
  readonly checkOutputs: boolean
}

export type S3Settings = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: Secret
  readonly secretKey: Secret
}

const port = (fallback: number) =>
  z.pipe(
    z._default(z.string(), String(fallback)).check(z.regex(/^[0-9]{1,5}$/, 'must be a port, 0 to 65535')),
    z.pipe(z.transform(Number), z.int().check(z.maximum(65_535, 'must be a port, 0 to 65535'))),
  )
const url = (protocols: RegExp, says: string) => z.optional(z.url({ protocol: protocols, error: `must be ${says}` }))
const count = (fallback: number, most: number) =>
  z.pipe(
    z._default(z.string(), String(fallback)).check(z.regex(/^[1-9][0-9]*$/, `must be a whole number, 1 to ${most}`)),
    z.pipe(z.transform(Number), z.int().check(z.maximum(most, `must be a whole number, 1 to ${most}`))),
  )
const flag = (fallback: 'on' | 'off') =>
  z.pipe(
    z._default(z.enum(['on', 'off'], 'must be on or off'), fallback),
    z.transform((value) => value === 'on'),
  )
const hexKey = z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')))
const relays = z.pipe(
  z
    ._default(z.string(), quicknetRelays.join(','))
    .check(
      z.regex(/^https?:\/\/[^\s,]+[^\s,/](, ?https?:\/\/[^\s,]+[^\s,/])*$/, 'must be addresses with commas between'),
    ),
  z.transform((text) => text.split(/, ?/)),
)
const countries = z.pipe(
  z
    ._default(z.string(), '')
    .check(z.regex(/^([A-Z]{2}(, ?[A-Z]{2})*)?$/, 'must be country codes of two capital letters, with commas between')),
  z.transform((text) => text.split(/, ?/).filter(Boolean)),
)
const languages = z
  .pipe(
    z._default(z.string(), 'vi,ja,th,zh-CN,en,ko'),
    z.transform((text) => text.split(',').map((each) => each.trim())),
  )
  .check(
    z.refine(
      (named) => named.every(isLocale) && new Set(named).size === named.length,
      `must be some of ${locales.join(', ')}, with commas between`,
    ),
  )
/** An address with one host or several hosts separated by commas, as PostgreSQL's own clients accept it. */
const postgresUrl = z.optional(
  z
    .string()
    .check(
      z.refine(
        (text) =>
          /^postgres(ql)?:/.test(text) &&
          addressesOf(text).every((each) => URL.canParse(each)) &&
          ['any', 'primary', 'read-write'].includes(/[?&]target_session_attrs=([^&]*)/.exec(text)?.[1] ?? 'any'),
        'must be a postgres:// address',
      ),
    ),
)
const webUrl = url(/^https?$/, 'an http:// or https:// address')

const settings = {
  MODE: z._default(z.enum(['demo', 'real'], 'must be demo or real'), 'demo'),
  SEED_DEMO: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port(3000),
  CONSOLE_PORT: port(3001),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: port(9464),
  PUBLIC_URL: webUrl,
  CONSOLE_URL: webUrl,
  LOG_ORIGIN: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.:/-]{1,200}\/log$/, 'must be a name such as play.example/fair/log')),
  ),
  WITNESSES: z.optional(z.string()),
  WITNESS_PATIENCE_SECONDS: count(300, 86_400),
  ALARM_WEBHOOK: webUrl,
  ...awaySettings,
  AUDIT_COPY: z.optional(z.string()),
  ADDRESS_COUNTRIES: z.optional(z.string()),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  DATA_DIR: z._default(z.string(), '.data'),
  BACKUP_DIR: z.optional(z.string()),
  DATABASE_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  DATABASE_POOL: count(16, 500),
  // The database needs the other half of the cores.
  WORKERS: count(Math.max(1, Math.floor(availableParallelism() / 2)), 256),
  STOP_WAIT_SECONDS: z.optional(z.string().check(z.regex(/^([0-9]|10)$/, 'must be a whole number, 0 to 10'))),
  PASSWORD_PEPPER: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  PASSWORD_PEPPER_FORMER: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  PASSWORD_LENGTH_MIN: z.pipe(
    z._default(z.string(), '6').check(z.regex(/^([6-9]|[1-5][0-9]|6[0-4])$/, 'must be a whole number, 6 to 64')),
    z.transform(Number),
  ),
  SMTP_URL: url(/^smtps?$/, 'an smtp:// or smtps:// address'),
  MAIL_FROM: z._default(z.string(), 'Clearball <no-reply@clearball.invalid>'),
  ...pushSettings,
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level from fatal to trace, or silent',
    ),
    'warn',
  ),
  S3_ENDPOINT: webUrl,
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  ),
  S3_REGION: z.optional(z.string()),
  S3_ACCESS_KEY: z.optional(z.string()),
  S3_SECRET_KEY: z.optional(z.string()),
  BEACON: z._default(z.enum(['house', 'public'], 'must be house or public'), 'house'),
  BEACON_RELAYS: relays,
  OPERATOR_KEY: hexKey,
  DRAW_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  HOUSE_BEACON_KEY: hexKey,
  TICKER: flag('on'),
  LICENCE_TEXT: z.optional(z.string()),
  LANGUAGES_OFFERED: languages,
  COUNTRIES_NOT_SERVED: countries,
  RATE_LIMIT_FACTOR: count(1, 1_000_000),
  LOOP_DELAY_MOST_MS: count(1_000, 60_000),
  CAPTCHA_COST: count(200, 100_000),
  SELF_CHECK: flag('on'),
  CHECK_OUTPUTS: flag('off'),
}

/** The test of the operating guide compares the guide with these names. */
export const settingNames: readonly string[] = Object.keys(settings)

/** Reads the environment and reports every problem, not only the first. */
export function readConfig(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): { config: Config } | { problems: string[] } {
  const fromArgs = readArgs(args)
  if ('problem' in fromArgs) return { problems: [fromArgs.problem] }
  const present = Object.fromEntries(
    Object.keys(settings)
      .flatMap((name) => (env[name] ? [[name, env[name]]] : []))
      .concat(Object.entries(fromArgs.values)),
  )
  const parsed = z.safeParse(z.object(settings), present)
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) }
  }
  const config = toConfig(parsed.data)
  const problems = [
    ...halfSet(parsed.data, 'S3_'),
    ...halfSet(parsed.data, 'PUSH_'),
    ...pushProblems(parsed.data),
    ...awayProblems(parsed.data),
    ...seedsRealMoney(parsed.data),
    ...clashes(config),
    ...(config.mode === 'real' ? realMoneyProblems(config) : []),
  ]
  return problems.length > 0 ? { problems } : { config }
}

function readArgs(args: readonly string[]): { values: Record<string, string> } | { problem: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' }, host: { type: 'string' } } })
    const named = { ...(values.port && { PORT: values.port }), ...(values.host && { HOST: values.host }) }
    // `--port` also moves the console and metrics ports, so that a second copy on one machine needs one option, not three.
    const next = values.port && Number(values.port) > 0 ? String(Number(values.port) + 1) : values.port
    return { values: next ? { CONSOLE_PORT: next, METRICS_PORT: '0', ...named } : named }
  } catch (error) {
    return { problem: error instanceof Error ? error.message.split('. ')[0]! : String(error) }
  }
}

/** 19 MiB: the OWASP minimum for Argon2id with two passes. No setting lowers it. */
export const passwordMemoryKib = 19_456

type Settings = z.infer<z.ZodMiniObject<typeof settings>>

function toConfig(read: Settings): Config {
  const secret = (value: string | undefined) => (value ? new Secret(value) : null)
  return {
    mode: read.MODE,
    // The passwords of the demo people are public, so an external database gets them only on request.
    seedDemo: read.MODE === 'demo' && (read.SEED_DEMO ?? (read.DATABASE_URL ? 'off' : 'on')) === 'on',
    host: read.HOST,
    port: read.PORT,
    consolePort: read.CONSOLE_PORT,
    metricsHost: read.METRICS_HOST,
    metricsPort: read.METRICS_PORT,
    publicUrl: read.PUBLIC_URL ?? null,
    consoleUrl: read.CONSOLE_URL ?? null,
    logOrigin: read.LOG_ORIGIN ?? `${read.PUBLIC_URL ? new URL(read.PUBLIC_URL).host : 'localhost'}/fair/log`,
    witnesses: read.WITNESSES ? resolve(read.WITNESSES) : null,
    witnessPatienceMs: read.WITNESS_PATIENCE_SECONDS * 1_000,
    alarmWebhook: read.ALARM_WEBHOOK ?? null,
    away: toAwaySettings(read),
    auditCopy: read.AUDIT_COPY ? resolve(read.AUDIT_COPY) : null,
    addressCountries: read.ADDRESS_COUNTRIES ? resolve(read.ADDRESS_COUNTRIES) : null,
    trustedProxies: read.TRUSTED_PROXIES.split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    dataFolder: resolve(read.DATA_DIR),
    backupFolder: read.BACKUP_DIR ? resolve(read.BACKUP_DIR) : null,
    databaseUrl: secret(read.DATABASE_URL),
    databaseOwnerUrl: secret(read.DATABASE_OWNER_URL ?? read.DATABASE_URL),
    databasePool: read.DATABASE_POOL,
    workers: read.WORKERS,
    // Where there is no public address, there is no load balancer, and somebody waits at a terminal.
    stopWaitMs: Number(read.STOP_WAIT_SECONDS ?? (read.PUBLIC_URL ? 5 : 0)) * 1_000,
    pepper: secret(read.PASSWORD_PEPPER),
    formerPepper: secret(read.PASSWORD_PEPPER_FORMER),
    passwordLengthMin: read.PASSWORD_LENGTH_MIN,
    passwordMemoryKib,
    smtpUrl: secret(read.SMTP_URL),
    mailFrom: read.MAIL_FROM,
    push: toPushKeys(read),
    pushesToLoopback: false,
    logLevel: read.LOG_LEVEL,
    s3: toS3(read),
    beacon: read.BEACON,
    beaconRelays: read.BEACON_RELAYS,
    operatorKey: secret(read.OPERATOR_KEY),
    drawKey: secret(read.DRAW_KEY),
    houseBeaconKey: secret(read.HOUSE_BEACON_KEY),
    ticker: read.TICKER,
    licence: read.LICENCE_TEXT ?? null,
    languagesOffered: read.LANGUAGES_OFFERED.filter(isLocale),
    countriesNotServed: read.COUNTRIES_NOT_SERVED,
    rateLimitFactor: read.RATE_LIMIT_FACTOR,
    loopDelayMostMs: read.LOOP_DELAY_MOST_MS,
    captchaCost: read.CAPTCHA_COST,
    selfCheck: read.SELF_CHECK,
    checkOutputs: read.CHECK_OUTPUTS,
  }
}

function toS3(read: Settings): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY, S3_SECRET_KEY } = read
  if (!endpoint || !bucket || !region || !S3_ACCESS_KEY || !S3_SECRET_KEY) return null
  return { endpoint, bucket, region, accessKey: new Secret(S3_ACCESS_KEY), secretKey: new Secret(S3_SECRET_KEY) }
}

/**
 * With only some of the S3 settings the server would silently store pictures on its own disk, and with only some of the push
 * settings it would silently notify nobody, so that is refused.
 */
function halfSet(read: Settings, prefix: 'S3_' | 'PUSH_'): string[] {
  const names = settingNames.filter((name) => name.startsWith(prefix))
  const missing = names.filter((name) => !read[name as keyof Settings])
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(', ')} must be set as well: the ${prefix} settings belong together`]
}

function seedsRealMoney({ MODE, SEED_DEMO }: Settings): string[] {
  if (MODE !== 'real' || SEED_DEMO !== 'on') return []
  return ['SEED_DEMO must be off: the passwords of demo people are published (MODE is real)']
}

function clashes(config: Config): string[] {
  const ports = [config.port, config.consolePort, config.metricsPort].filter((each) => each !== 0)
  return new Set(ports).size === ports.length ? [] : ['PORT, CONSOLE_PORT and METRICS_PORT must differ']
}

/** With real money, nothing that players rely on may be left at its demo value. */
function realMoneyProblems(config: Config): string[] {
  const demands: [boolean, string][] = [
    [config.beacon === 'public', 'BEACON must be public: real money is never drawn with operator-run randomness'],
    [!!config.licence, 'LICENCE_TEXT must hold the licence that players are shown'],
    [!!config.databaseUrl, 'DATABASE_URL must name an outside PostgreSQL: the embedded one is for demonstration'],
    [!!config.pepper, 'PASSWORD_PEPPER must be set, and kept outside the database'],
    [!!config.operatorKey, 'OPERATOR_KEY must be set: what players hold as proof is signed with it'],
    [!!config.drawKey, 'DRAW_KEY must be set, and kept outside the database'],
    [config.selfCheck, 'SELF_CHECK must be on: a release that was altered moves no money'],
    [!!config.smtpUrl, 'SMTP_URL must be set: without mail nobody can recover an account'],
    [!!config.publicUrl?.startsWith('https:'), 'PUBLIC_URL must be an https:// address'],
    [!!config.consoleUrl?.startsWith('https:'), 'CONSOLE_URL must be an https:// address'],
  ]
  return demands.filter(([isMet]) => !isMet).map(([, says]) => `${says} (MODE is real)`)
}
