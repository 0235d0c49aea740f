import { createHash } from 'node:crypto'
import { Client } from 'pg'
import type { House } from '../open-house.ts'
import { testDatabaseUrl } from '../test-cluster.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Row = Readonly<Record<string, unknown>>

/** Repeatable choices: the same seed makes the same town. */
export function choices(seed: string) {
  let count = 0
  const next = () => createHash('sha256').update(`${seed}:${count++}`).digest()
  const below = (most: number) => next().readUIntBE(0, 6) % most
  return {
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    /** True in so many of a thousand cases. */
    chance: (perMille: number) => below(1_000) < perMille,
    uuid: () => {
      const hex = next().toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    },
    hash: () => next().toString('hex'),
  }
}
export type Choices = ReturnType<typeof choices>

/** People and what they did, as rows that are written at once, without the requests that would have made them. */
export type Town = ReturnType<typeof openTown>

const hex = (text: string) => `\\x${text}`

export function openTown(choose: Choices, nowMs: number) {
  const rows = new Map<string, Row[]>()
  const add = (table: string, row: Row) => {
    if (!rows.has(table)) rows.set(table, [])
    rows.get(table)!.push(row)
  }
  const at = (ms: number) => new Date(ms).toISOString()
  const periods = Array.from({ length: 144 }, (_, place) => nowMs - (144 - place) * 10 * minuteMs)
  let people = 0
  return {
    rows,
    nowMs,
    periods,
    /** A certified player who came long ago, with a browser, a home and a wallet of their own. */
    person(kind: string): string {
      const [id, number] = [choose.uuid(), people++]
      const since = nowMs - choose.between(90, 400) * dayMs
      add('player', {
        id,
        account: `${kind}${number}`,
        nickname: kind,
        email: `${kind}${number}@players.example`,
        language: 'vi',
        country: 'VN',
        login_hash: '',
        invitation_code: 'TOWN',
        agreed_version: '1',
        agreed_at: at(since),
        created_at: at(since),
      })
      add('certification', {
        id: choose.uuid(),
        player_id: id,
        legal_name: `${kind} ${number}`,
        born_on: '1990-01-01',
        country: 'VN',
        document_kind: 'passport',
        document_sealed: hex('00'),
        document_hash: hex(choose.hash()),
        photo_id: choose.uuid(),
        status: 'passed',
        decided_by: choose.uuid(),
        decided_at: at(since),
        created_at: at(since),
      })
      add('account', { ref: `player:${id}:available`, balance: 0 })
      this.device(id, since)
      return id
    },
    device(playerId: string, ms: number) {
      add('known_device', { token_hash: hex(choose.hash()), player_id: playerId, created_at: at(ms), seen_at: at(ms) })
    },
    logIn(playerId: string, ms: number, { address, browser }: { address: string; browser?: string }) {
      add('session', {
        token_hash: hex(choose.hash()),
        id: choose.uuid(),
        player_id: playerId,
        created_at: at(ms),
        seen_at: at(ms),
        confirmed_at: at(ms),
        playing_since: at(ms),
        address,
        agent: 'a browser',
        browser: browser ? hex(browser) : null,
      })
    },
    wallet(playerId: string, ms: number, fingerprint = choose.hash()): string {
      const id = choose.uuid()
      add('wallet', {
        id,
        player_id: playerId,
        kind: 'digital',
        network: 'TRC20',
        address: id,
        fingerprint: hex(fingerprint),
        is_default: false,
        usable_from: at(ms),
        created_at: at(ms),
      })
      return id
    },
    deposit(playerId: string, ms: number, cents: bigint) {
      add('deposit', {
        id: choose.uuid(),
        player_id: playerId,
        receiving_id: choose.uuid(),
        currency: 'usdt',
        amount: String(cents),
        reference: choose.hash(),
        plain_reference: choose.hash(),
        voucher_id: choose.uuid(),
        voucher_sha256: hex(choose.hash()),
        voucher_original_sha256: hex(choose.hash()),
        status: 'passed',
        received: String(cents),
        needs_two: false,
        decided_by: choose.uuid(),
        decided_at: at(ms + 5 * minuteMs),
        created_at: at(ms),
      })
    },
    withdraw(playerId: string, ms: number, { cents, wallet }: { cents: bigint; wallet: string }): string {
      const id = choose.uuid()
      const asked = {
        id,
        player_id: playerId,
        wallet_id: wallet,
        amount: String(cents),
        fee: 0,
        fee_bps: 0,
        needs_two: false,
      }
      add('withdrawal', { ...asked, status: 'waiting', created_at: at(ms) })
      return id
    },
    /** A bet on a draw of the last day, counted from the oldest. */
    bet(
      playerId: string,
      period: number,
      { play, selection, cents }: { play: string; selection: string; cents: bigint },
    ) {
      const drawsMs = periods[period]!
      add('bet', {
        playerId,
        period,
        draws_at: at(drawsMs),
        seq: rows.get('bet')?.length ?? 0,
        key: choose.uuid(),
        play,
        selection,
        stake: String(cents),
        at: at(drawsMs - 2 * minuteMs),
        salt: choose.uuid(),
      })
    },
  }
}

const chunk = 5_000

/** Writes the town's rows with triggers and foreign keys off, because only what the rules read has to exist. */
export async function settle(house: House, { rows, periods }: Town): Promise<void> {
  const database = new URL(house.databaseUrl('clearball_owner')).pathname.slice(1)
  const owner = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  // An error is reported by the query that it happened to.
  owner.on('error', () => {})
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const drawn = periods.map((ms, place) => ({
    draw_id: `town:20260101:${String(place).padStart(4, '0')}`,
    game: 'town',
    day: '20260101',
    number: place,
    issue: String(place),
    opens_at: new Date(ms - 10 * minuteMs),
    closes_at: new Date(ms - minuteMs),
    draws_at: new Date(ms),
    chain_hash: '',
    round: 1,
    round_at: new Date(ms),
    rules_hash: '',
    commit: '',
    secret_sealed: hex('00'),
    schedule_seq: 0,
    status: 'drawn',
    closed_at: new Date(ms - minuteMs),
    bets: 0,
    stake_total: 0,
    ended_at: new Date(ms),
    outcome: '{1}',
    settled_at: new Date(ms + 1_000),
  }))
  await insert(owner, 'period', drawn)
  for (const [table, all] of rows) if (table !== 'bet') await insert(owner, table, all)
  await insertBets(owner, rows.get('bet') ?? [])
  await owner.query('reset session_replication_role')
  await owner.query('analyze')
  await owner.end()
}

async function insert(owner: Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  for (let from = 0; from < rows.length; from += chunk)
    await owner.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows.slice(from, from + chunk))],
    )
}

async function insertBets(owner: Client, bets: readonly Row[]): Promise<void> {
  for (let from = 0; from < bets.length; from += chunk)
    await owner.query(
      `insert into bet (draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake, odds, at,
        log_size, salt)
      select one.draws_at, period.id, one.seq, account.id, one.key, 0, one.play, one.selection, 1, one.stake, 196, one.at, 0, one.salt
      from jsonb_to_recordset($1) as one ("playerId" text, period integer, draws_at timestamptz, seq integer, key uuid,
        play text, selection text, stake bigint, at timestamptz, salt uuid)
      join period on draw_id = 'town:20260101:' || lpad(one.period::text, 4, '0')
      join account on ref = 'player:' || one."playerId" || ':available'`,
      [JSON.stringify(bets.slice(from, from + chunk))],
    )
}

export const times = { minuteMs, hourMs, dayMs }
