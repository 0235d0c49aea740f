import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { type Bet, acceptedBet, priceOf, readPlay, stakeOf } from '#core/games/bets'
import { kindOfFamily, outcomeOf, streamOf } from '#core/fairness/numbers'
import { type GameCode, games } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { settle } from '#core/games/settle'
import type { Result } from '#core/games/draw-shape'
import { randomFrom } from '../../world/random.ts'
import type { House } from '../open-house.ts'
import { testDatabaseUrl } from '../test-cluster.ts'

type RandomPlayer = {
  id: string
  account: number
  createdMs: number
  country: string
  inviter: string | null
  firstTopUpMs: number | null
}

export type RandomBet = {
  player: RandomPlayer
  game: GameCode
  drawId: string
  drawsMs: number
  isDrawn: boolean
  stake: bigint
  payout: bigint
}

type Size = { readonly fromMs: number; readonly days: number; readonly players: number; readonly draws: number }

const dayMs = 24 * 3_600_000

/**
 * Writes players, top-ups, draws and bets at random instants, many of them at the very edges of hours, days and weeks, as if all of it had
 * happened and been settled. Returns them for the test to add up by itself.
 */
export async function writeRandomBets(house: House, seed: string, size: Size): Promise<RandomBet[]> {
  const owner = new Client({
    connectionString: testDatabaseUrl('postgres', new URL(house.databaseUrl('clearball_owner')).pathname.slice(1)),
  })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const next = streamOf(createHash('sha256').update(seed).digest('hex'))
  const { below } = randomFrom((count) => Uint8Array.from({ length: count }, next))
  const instant = () => {
    const midnightMs = size.fromMs + below(size.days) * dayMs
    const edges = [0, -1, 1, 3_600_000, 3_599_999, dayMs - 1, below(dayMs)]
    return midnightMs + edges[below(edges.length)]!
  }
  const players: RandomPlayer[] = []
  for (let at = 0; at < size.players; at++) players.push(await writePlayer(owner, { at, players, below, instant }))
  const bets: RandomBet[] = []
  for (let at = 0; at < size.draws; at++) bets.push(...(await writeDraw(owner, { at, players, below, instant })))
  await owner.query(`insert into first_top_up (player_id, at)
    select player_id, min(decided_at) from deposit where status = 'passed' group by player_id on conflict do nothing`)
  await owner.end()
  return bets
}

type Making = {
  readonly at: number
  readonly players: readonly RandomPlayer[]
  below(bound: number): number
  instant(): number
}

async function writePlayer(owner: Client, { at, players, below, instant }: Making): Promise<RandomPlayer> {
  const id = `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`
  const [createdMs, country] = [instant() - below(60) * dayMs, ['VN', 'TH', 'JP'][below(3)]!]
  const inviter = players.length > 0 && below(2) === 0 ? players[below(Math.min(4, players.length))]!.id : null
  const topUps = Array.from({ length: below(3) }, () => instant())
  await owner.query(
    `insert into player (id, account, nickname, email, language, login_hash, invitation_code, invited_by, agreed_version, agreed_at, created_at)
    values ($1, $2, 'x', $2, 'en', '', '', $3, '', $4, $4)`,
    [id, `random_${at}`, inviter, new Date(createdMs)],
  )
  await owner.query(
    `insert into certification (id, player_id, legal_name, born_on, country, document_kind, document_sealed, document_hash, photo_id,
      status, decided_by, decided_at, created_at)
    values (gen_random_uuid(), $1, '', '1990-01-01', $2, 'passport', '', sha256($3), $1, 'passed', $1, now(), now())`,
    [id, country, Buffer.from(id)],
  )
  for (const [nth, topUpMs] of topUps.entries()) {
    await owner.query(
      `insert into deposit (id, player_id, receiving_id, currency, amount, reference, plain_reference, voucher_id, voucher_sha256,
        voucher_original_sha256, status, received, decided_by, decided_at, created_at)
      values (gen_random_uuid(), $1, $1, 'usdt', 5000, $2, $2, $1, sha256($4), sha256($4), 'passed', 5000, $1, $3, $3)`,
      [id, `${id} ${nth}`, new Date(topUpMs), Buffer.from(`${id} ${nth}`)],
    )
  }
  const { rows } = await owner.query<{ id: string }>('insert into account (ref, balance) values ($1, 0) returning id', [
    `player:${id}:available`,
  ])
  const firstTopUpMs = topUps.length > 0 ? Math.min(...topUps) : null
  return { id, account: Number(rows[0]!.id), createdMs, country, inviter, firstTopUpMs }
}

type Drawn = {
  readonly at: number
  readonly game: GameCode
  readonly drawId: string
  readonly drawsMs: number
  /** Null for a void draw. */
  readonly result: Result | null
}

async function writeDraw(owner: Client, { at, players, below, instant }: Making): Promise<RandomBet[]> {
  const { code: game, family } = games[at % games.length]!
  const drawn = outcomeOf(kindOfFamily[family], streamOf(createHash('sha256').update(String(at)).digest('hex')))
  const result = below(8) > 0 ? Object.freeze(drawn) : null
  const draw = { at, game, drawId: `${game}:random:${at}`, drawsMs: instant(), result }
  const made = Array.from({ length: 1 + below(20) }, () => ({
    player: players[below(players.length)]!,
    bet: randomBet(family, below),
  }))
  const bets = made.map(({ player, bet }): RandomBet => {
    const payout = result ? settle(bet, result).payout : 0n
    const { drawId, drawsMs } = draw
    return { player, game, drawId, drawsMs, isDrawn: result !== null, stake: stakeOf(bet), payout }
  })
  const periodId = await writePeriod(owner, draw, bets)
  await owner.query(
    `insert into bet (draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake, odds, at, log_size, salt)
    select $1, $2, place - 1, account, gen_random_uuid(), 0, play, selection, lines, stake, odds, $1, 0, gen_random_uuid()
    from unnest($3::bigint[], $4::text[], $5::text[], $6::integer[], $7::bigint[], $8::integer[])
      with ordinality as made (account, play, selection, lines, stake, odds, place)`,
    [
      new Date(draw.drawsMs),
      periodId,
      made.map(({ player }) => player.account),
      made.map(({ bet }) => playCode(bet.market, bet.position)),
      made.map(({ bet }) => bet.key),
      made.map(({ bet }) => bet.lines),
      made.map(({ bet }) => String(bet.stakePerLine)),
      made.map(({ bet }) => bet.oddsHundredths),
    ],
  )
  return bets
}

/** The rows of a draw that was held or is void, with its stakes paid out or given back. */
async function writePeriod(owner: Client, draw: Drawn, bets: readonly RandomBet[]): Promise<number> {
  const { at, game, drawId, drawsMs, result } = draw
  const drawsAt = new Date(drawsMs)
  const stakes = bets.reduce((sum, { stake }) => sum + stake, 0n)
  const paid = result ? bets.reduce((sum, { payout }) => sum + payout, 0n) : stakes
  const { rows } = await owner.query<{ id: number }>(
    `insert into period (draw_id, game, day, number, issue, opens_at, closes_at, draws_at, chain_hash, round, round_at, rules_hash, commit,
      secret_sealed, schedule_seq, status, closed_at, bets, stake_total, ended_at, outcome, void_reason, settled_at)
    values ($1, $2, 'random', $3, '', $4::timestamptz - interval '2 minutes', $4::timestamptz - interval '1 minute', $4, '', 1, $4, '', '',
      '', 0, $5, $4, $6, $7, $4, $8, $9, $4) returning id`,
    [
      drawId,
      game,
      at,
      drawsAt,
      result ? 'drawn' : 'void',
      bets.length,
      String(stakes),
      result,
      result ? null : 'beacon-unavailable',
    ],
  )
  const periodId = rows[0]!.id
  await owner.query(
    'insert into betting (period_id, account_id, draws_at, bets, stakes, rebated_at) values ($1, $2, $3, $4, $5, $6)',
    [periodId, -periodId, drawsAt, bets.length, String(stakes), result ? drawsAt : null],
  )
  await owner.query(
    'insert into settlement (period_id, kind, first_seq, last_seq, stakes, paid, winners, at) values ($1, $2, 0, $3, $4, $5, 0, $6)',
    [periodId, result ? 'payout' : 'refund', bets.length - 1, String(stakes), String(paid), drawsAt],
  )
  return periodId
}

function randomBet(family: keyof typeof families, below: (bound: number) => number): Bet {
  const market = families[family].markets[below(families[family].markets.length)]!
  const positions = positionsOf(market)
  const play = playCode(market, positions[below(positions.length)]!)
  const selection = market.selections[below(market.selections.length)]!
  const odds = priceOf(readPlay({ play, selection })!).oddsHundredths
  return acceptedBet({ play, selection, stake: BigInt(100 + below(999)), odds })
}
