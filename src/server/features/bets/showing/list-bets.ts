import { listBets } from '#contract/play/bets'
import type { Input, Output } from '#contract/endpoint'
import { betStanding } from '#core/games/bet-state'
import { acceptedBet, stakeOf } from '#core/games/bets'
import type { Cents } from '#core/money/cents'
import type { Queryable } from '../../../world/members/database.ts'
import { pageFrom, rowsToRead } from '../../../db/page.ts'
import { handleRead } from '../../../services/calls/handle.ts'
import { Refusal } from '../../../world/refusal.ts'
import { betId } from '../receipts.ts'
import { rebatesFor } from '../rebates/rebates-for.ts'

type Asked = Input<typeof listBets>
export type ShownBet = Output<typeof listBets>['items'][number]
type Found = { readonly bet: ShownBet; readonly place: Place }
type Place = { readonly drawsAt: Date; readonly seq: number; readonly periodId: number }

/** Rows read for one answer: a filter for rare wins gets short pages in several requests instead of one long wait. */
const looksMost = 2_000

export const listBetsHandler = handleRead(listBets, async ({ db, own, caller, input, nowMs }) => {
  const found: Found[] = []
  let place = readPlace(input.after)
  for (let looked = 0; looked < looksMost && found.length < rowsToRead; looked += rowsToRead) {
    const rows = isLatest(input)
      ? await own.bets({ playerId: caller.playerId, game: input.game ?? null })
      : await withRebates(db, await betRows(db, { playerId: caller.playerId, input, place, nowMs }))
    for (const row of rows) {
      place = { drawsAt: row.draws_at, seq: row.seq, periodId: row.period_id }
      const bet = showBet(row, nowMs, row.rebate)
      if (!input.outcome || bet.outcome === input.outcome) found.push({ bet, place })
    }
    if (rows.length < rowsToRead) return pageFrom(found, reading)
  }
  const page = pageFrom(found, reading)
  // The row limit was reached before the page was full: the next page continues after the last row read.
  return { ...page, next: page.next ?? writePlace(place!) }
})

async function withRebates(db: Queryable, rows: readonly Row[]) {
  const rebateOf = await rebatesFor(db, rows)
  return rows.map((row) => ({ ...row, rebate: rebateOf(row) }))
}

/** Whether the latest bets are asked for, of a game or of all: every phone asks for these when a draw ends. */
function isLatest({ after, from, until, state, outcome }: Asked): boolean {
  return [after, from, until, state, outcome].every((each) => each === undefined)
}

const reading = {
  place: ({ place }: Found) => writePlace(place),
  item: ({ bet }: Found) => bet,
}

function writePlace({ drawsAt, seq, periodId }: Place): string {
  return `${drawsAt.getTime()}_${seq}_${periodId}`
}

function readPlace(after: string | undefined): Place | null {
  if (after === undefined) return null
  const read = /^(\d{1,14})_(\d{1,9})_(\d{1,9})$/.exec(after)
  if (!read) throw new Refusal('request_malformed', { field: 'after' })
  return { drawsAt: new Date(Number(read[1])), seq: Number(read[2]), periodId: Number(read[3]) }
}

/** A player's bets joined with their periods. */
export function betsWithPeriods(db: Queryable, playerId: string) {
  return db
    .selectFrom('bet')
    .innerJoin('period', 'period.id', 'bet.period_id')
    .innerJoin('account', 'account.id', 'bet.account_id')
    .where('account.ref', '=', `player:${playerId}:available`)
    .select([
      'bet.draws_at',
      'bet.account_id',
      'bet.period_id',
      'bet.seq',
      'bet.play',
      'bet.selection',
      'bet.line_count',
      'bet.stake',
      'bet.odds',
      'bet.at',
      'period.draw_id',
      'period.game',
      'period.issue',
      'period.status',
      'period.closes_at',
      'period.outcome',
      'period.shadow_outcome',
      'period.shadow_settled_at',
      'period.settled_at',
    ])
}

/** A bet is placed at most three days before its draw. */
const betAheadMs = 3 * 24 * 3_600_000

type Reading = { playerId: string; input: Asked; place: Place | null; nowMs: number }

function betRows(db: Queryable, { playerId, input, place, nowMs }: Reading) {
  const now = new Date(nowMs)
  return (
    betsWithPeriods(db, playerId)
      .$if(place !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('bet.draws_at', 'bet.seq', 'bet.period_id'),
            '<',
            tuple(place!.drawsAt, place!.seq, place!.periodId),
          ),
        ),
      )
      .$if(input.game !== undefined, (query) => query.where('period.game', '=', input.game!))
      // Bets are placed shortly before their draw, so limiting `draws_at`, the order of the index, narrows the search.
      .$if(input.from !== undefined, (query) =>
        query.where('bet.at', '>=', new Date(input.from!)).where('bet.draws_at', '>=', new Date(input.from!)),
      )
      .$if(input.until !== undefined, (query) =>
        query
          .where('bet.at', '<', new Date(input.until!))
          .where('bet.draws_at', '<', new Date(input.until! + betAheadMs)),
      )
      .$if(input.state === 'completed', (query) => query.where('period.settled_at', 'is not', null))
      .$if(input.state === 'betting', (query) =>
        query.where('period.status', '=', 'scheduled').where('period.closes_at', '>', now),
      )
      .$if(input.state === 'pending', (query) =>
        query
          .where('period.settled_at', 'is', null)
          .where((eb) => eb.or([eb('period.status', '<>', 'scheduled'), eb('period.closes_at', '<=', now)])),
      )
      .orderBy('bet.draws_at', 'desc')
      .orderBy('bet.seq', 'desc')
      .orderBy('bet.period_id', 'desc')
      .limit(rowsToRead)
      .execute()
  )
}

type Row = Awaited<ReturnType<typeof betRows>>[number]

export function showBet(row: Row, nowMs: number, rebate: Cents): ShownBet {
  const bet = acceptedBet(row)
  const standing = betStanding(
    bet,
    {
      status: row.status as ShownStatus,
      closesAtMs: row.closes_at.getTime(),
      outcome: row.outcome,
      shadowOutcome: row.shadow_settled_at ? row.shadow_outcome : null,
      isSettled: row.settled_at !== null,
    },
    nowMs,
  )
  return {
    id: betId(row.draw_id, row.seq),
    drawId: row.draw_id,
    game: row.game as ShownBet['game'],
    issue: row.issue,
    play: row.play,
    selection: row.selection,
    lines: row.line_count,
    stakePerLine: bet.stakePerLine,
    stake: stakeOf(bet),
    odds: row.odds,
    at: row.at.getTime(),
    drawsAt: row.draws_at.getTime(),
    ...standing,
    rebate,
    result: row.outcome,
  }
}

type ShownStatus = Parameters<typeof betStanding>[1]['status']
