import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Bet, priceOf, readPlay } from '#core/games/bets'
import { parseCents } from '#core/money/cents'
import type { App } from '#server/world/app'
import type { Db } from '#server/world/members/database'
import type { Slip } from '#server/world/members/betting'
import { systemClock } from '#server/world/clock'
import { bettingPoolSize, openDatabase } from '#server/db/database'
import { type Cluster, createDatabase, startCluster } from '#server/db/embedded'
import { migrate } from '#server/db/migrate'
import { openLog } from '#server/world/log'
import { emptyMemory } from '#server/open-app'
import { makeVersionZero } from '#server/testing/schema/version-zero'
import { systemRandom } from '#server/world/random'
import { Secret } from '#server/world/secrets/secret'

/** A database with fsync on, many certified players with money and sessions, and periods that take bets for an hour. */
export type BetHouse = {
  /** The parts of the app that placing and settling need. */
  readonly app: App
  readonly cluster: Cluster
  readonly owner: Client
  readonly players: readonly Bettor[]
  periodIds: readonly number[]
  close(): Promise<void>
}

type Bettor = { readonly id: string; readonly account: bigint; readonly token: string }

type Size = {
  readonly players: number
  readonly periods?: number
  /** Whether the database has the oldest supported schema instead of the newest. */
  readonly isVersionZero?: boolean
}
type Place = { readonly cluster: Cluster; readonly name: string }

/** Connections for everything but placing bets in batches. */
const poolSize = 34

export async function openBetHouse(size: Size): Promise<BetHouse> {
  const { cluster, stop } = await ownCluster()
  const place = { cluster, name: 'clearball' }
  await prepare(place, size)
  const house = await openHouse(place, poolSize)
  return {
    ...house,
    close: async () => {
      await house.close()
      await stop()
    },
  }
}

/** Houses without bets, each in a database of its own on the server of another house. They have connections for bets in batches only. */
export async function openHousesBeside({ cluster, players }: BetHouse, count: number): Promise<BetHouse[]> {
  const [first, ...copies] = Array.from({ length: count }, (_, at) => ({ cluster, name: `beside_${at}` }))
  await prepare(first!, { players: players.length })
  for (const { name } of copies) await createDatabase(cluster, name, first!.name)
  return Promise.all([first!, ...copies].map((place) => openHouse(place, 1)))
}

/** Makes a database with everything that bets need. */
async function prepare({ cluster, name }: Place, { players, periods = 4, isVersionZero = false }: Size): Promise<void> {
  await createDatabase(cluster, name)
  const ownerUrl = cluster.url('clearball_owner', name)
  await (isVersionZero ? makeVersionZero(ownerUrl) : migrate(ownerUrl, 'demo'))
  const owner = new Client({ connectionString: cluster.url('postgres', name) })
  await owner.connect()
  // Rows that only have to exist are written with the triggers off.
  await owner.query('set session_replication_role = replica')
  await owner.query(seedPlayers, [players])
  await owner.query(seedSessions)
  const { rows: made } = await owner.query<{ id: number }>(seedPeriods, [periods])
  await owner.query(seedScheduled)
  await owner.query('reset session_replication_role')
  for (const { id } of made) await owner.query('select open_betting($1)', [id])
  await owner.query('vacuum analyze')
  await owner.end()
}

async function openHouse({ cluster, name }: Place, size: number): Promise<BetHouse> {
  const owner = new Client({ connectionString: cluster.url('postgres', name) })
  await owner.connect()
  const db = openDatabase({ url: cluster.url('clearball_server', name), log: openLog('silent'), size })
  const { rows } = await owner.query<{ id: string; account: string; token: string }>(
    `select player.id, account.id as account, encode(token_hash, 'hex') as token
    from player join session on player_id = player.id join account on ref = 'player:' || player.id || ':available'`,
  )
  const { rows: periods } = await owner.query<{ period_id: number }>('select period_id from betting order by period_id')
  const config = { operatorKey: new Secret('0c'.repeat(32)), logOrigin: 'bench.example/fair/log' }
  // Opens the connections now, so that the measurement does not include it.
  const each = (pool: Db['pool'], width: number) =>
    Array.from({ length: width }, () => pool.query('select pg_sleep(0.05)'))
  await Promise.all([...each(db.pool, size), ...each(db.bettingPool, bettingPoolSize)])
  return {
    app: { db, clock: systemClock, random: systemRandom, log: openLog('silent'), config, memory: emptyMemory() } as App,
    cluster,
    owner,
    players: rows.map((row) => ({ ...row, account: BigInt(row.account) })),
    periodIds: periods.map(({ period_id: id }) => id),
    close: async () => {
      await db.close()
      await owner.end()
    },
  }
}

async function ownCluster(): Promise<{ cluster: Cluster; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-bench-'))
  await chmod(folder, 0o755)
  const cluster = await startCluster(folder)
  const stop = async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { cluster, stop }
}

/** Certified players with a million dollars each, `$1` of them, and the transfer that gave it to them. */
export const seedPlayers = `
  with made as (
    insert into player (id, account, nickname, email, language, login_hash, invitation_code, agreed_version, agreed_at, created_at)
    select gen_random_uuid(), 'player' || n, 'player', 'player' || n || '@players.example', 'en', '', '', '', now(), now()
    from generate_series(1, $1::integer) n returning id),
  papers as (
    insert into certification (id, player_id, legal_name, born_on, country, document_kind, document_sealed, document_hash,
      photo_id, status, decided_by, decided_at, created_at)
    select gen_random_uuid(), id, '', '1990-01-01', 'VN', 'passport', '', sha256(id::text::bytea), id, 'passed', id, now(), now()
    from made),
  accounts as (
    insert into account (ref, balance)
    select 'player:' || id || ':available', 100000000 from made union all select 'world:demo', null returning id, balance),
  grant_all as (insert into transfer (id, kind, at) values (gen_random_uuid(), 'demo_grant', now()) returning number)
  insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
    select now(), number, id, coalesce(balance, -100000000 * $1::bigint), case when balance is not null then 0 end, balance
    from accounts, grant_all`

/** Everybody is logged in: the statement that places a bet looks up the session that it comes from. */
const seedSessions = `
  insert into session (token_hash, id, player_id, created_at, seen_at, confirmed_at, playing_since, address, agent)
  select sha256(id::text::bytea), gen_random_uuid(), id, now(), now(), now(), now(), '', '' from player`

const seedPeriods = `
  with rules as (insert into rules_document values (encode(sha256('{}'), 'hex'), '{}', now()) returning hash),
  first as (insert into log_record (seq, type, at, entry, leaf) values (0, 'key', now(), '{}', sha256('\\x007b7d')) returning seq),
  signed as (insert into log_checkpoint (size, root, note) values (1, sha256(''), '-'))
  insert into period (draw_id, game, day, number, issue, opens_at, closes_at, draws_at, chain_hash, round, round_at, rules_hash,
    commit, secret_sealed, schedule_seq)
  select 'speed_racing:20260101:' || lpad(n::text, 4, '0'), 'speed_racing', '20260101', n, n::text, now() - interval '1 hour',
    now() + interval '1 hour', date_trunc('second', now()) + interval '2 hours', '', 1, now() + interval '2 hours', hash, '', '', seq
  from rules, first, generate_series(1, $1::integer) n returning id`

/** The other periods that a running site has scheduled, so that a query plan that scans all of them shows in the figures. */
const seedScheduled = `
  insert into period (draw_id, game, day, number, issue, opens_at, closes_at, draws_at, chain_hash, round, round_at, rules_hash,
    commit, secret_sealed, schedule_seq)
  select 'lucky_airship:20260101:' || lpad(n::text, 4, '0'), 'lucky_airship', '20260101', n, n::text, now() + n * interval '10 s',
    now() + (n + 1) * interval '10 s', date_trunc('second', now()) + (n + 2) * interval '10 s', '', 1, now() + (n + 2) * interval '10 s',
    rules_hash, '', '', schedule_seq
  from generate_series(1, 8000) n, (select rules_hash, schedule_seq from period limit 1) one`

const plays = Array.from({ length: 10 }, (_, at) => `pk10.position_number@${at + 1}`)

/** The name of the draw that the bets are on, in receipts. */
export const benchDraw = 'speed_racing:20260101:0001'

/** The bet of number `at`: every number at every place in turn. */
export function someBet(at: number): Bet {
  const selection = readPlay({ play: plays[at % 10]!, selection: String(1 + (Math.floor(at / 10) % 10)) })!
  return { ...selection, stakePerLine: parseCents('1.00')!, oddsHundredths: priceOf(selection).oddsHundredths }
}

/** A slip of one bet for a player of the house. */
export function someSlip({ players, periodIds }: BetHouse, at: number, player = at): Slip {
  const { id, account, token } = players[player % players.length]!
  return {
    payer: account,
    owner: account,
    playerId: id,
    isCertified: true,
    key: systemRandom.uuid(),
    periodId: periodIds[at % periodIds.length]!,
    bets: [someBet(at)],
    token,
    salts: [systemRandom.uuid()],
  }
}
