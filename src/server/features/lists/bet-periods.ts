import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'
import { Refusal } from '../../world/refusal.ts'
import { type Asked, type Range, directionOf } from './asked.ts'

/** The place of a bet in the list. */
export type Place = { readonly drawsAt: Date; readonly periodId: number; readonly seq: number }

export function writePlace({ drawsAt, periodId, seq }: Place): string {
  return `${drawsAt.getTime()}_${periodId}_${seq}`
}

export function readPlace(after: string | undefined): Place | null {
  if (after === undefined) return null
  const read = /^(\d{1,14})_(\d{1,9})_(\d{1,9})$/.exec(after)
  if (!read) throw new Refusal('request_malformed', { field: 'after' })
  return { drawsAt: new Date(Number(read[1])), periodId: Number(read[2]), seq: Number(read[3]) }
}

/** Bets of one draw with consecutive numbers. */
export type Slice = {
  readonly periodId: number
  readonly drawsAt: Date
  readonly firstSeq: number
  readonly lastSeq: number
}

/** Draws looked at for one answer. Most have bets; a quiet house has many without. */
const periodsMost = 5_000

/** No draw has as many bets; stands for the end of a draw. */
const seqMost = 999_999_999

type Walked = { readonly slices: readonly Slice[]; readonly end: string | null }

/** The next bets in the order of the list, at most so many, and the place of the last of them where there are more. */
export async function periodSlices(db: Queryable, asked: Asked, most: number): Promise<Walked> {
  const place = readPlace(asked.after)
  const periods = await readPeriods(db, asked, place)
  const slices: Slice[] = []
  let taken = 0
  for (const { period_id: periodId, draws_at: drawsAt, bets, is_wanted } of periods) {
    const isAt = place?.periodId === periodId
    const [first, last] = leftOf(bets, isAt ? place : null, asked.order)
    const size = is_wanted ? Math.max(0, last - first + 1) : 0
    if (size === 0) continue
    if (taken === most) return { slices, end: endOf(slices.at(-1)!, asked.order) }
    const take = Math.min(size, most - taken)
    slices.push({
      periodId,
      drawsAt,
      ...(asked.order === 'asc'
        ? { firstSeq: first, lastSeq: first + take - 1 }
        : { firstSeq: last - take + 1, lastSeq: last }),
    })
    taken += take
    if (take < size) return { slices, end: endOf(slices.at(-1)!, asked.order) }
  }
  const last = periods.length === periodsMost ? periods.at(-1)! : null
  const seq = asked.order === 'asc' ? seqMost : 0
  return { slices, end: last && writePlace({ drawsAt: last.draws_at, periodId: last.period_id, seq }) }
}

/** The numbers of a draw’s bets that come after a place in it. Numbers begin with 0 and have no gaps. */
function leftOf(bets: number, place: Place | null, order: Asked['order']): [first: number, last: number] {
  if (!place) return [0, bets - 1]
  return order === 'asc' ? [place.seq + 1, bets - 1] : [0, Math.min(place.seq, bets) - 1]
}

function endOf({ drawsAt, periodId, firstSeq, lastSeq }: Slice, order: Asked['order']): string {
  return writePlace({ drawsAt, periodId, seq: order === 'asc' ? lastSeq : firstSeq })
}

type Period = { period_id: number; draws_at: Date; bets: number; is_wanted: boolean }

async function readPeriods(db: Queryable, { filters, order }: Asked, place: Place | null): Promise<Period[]> {
  const range = (filters.get('drawsAt') ?? {}) as Partial<Range>
  const [game, draw] = [filters.get('game'), filters.get('draw')]
  const beyond = order === 'asc' ? sql`>=` : sql`<=`
  const where: RawBuilder<boolean>[] = [
    ...(range.from === undefined ? [] : [sql<boolean>`draws_at >= ${range.from}`]),
    ...(range.until === undefined ? [] : [sql<boolean>`draws_at < ${range.until}`]),
    ...(place ? [sql<boolean>`(draws_at, period_id) ${beyond} (${place.drawsAt}, ${place.periodId})`] : []),
    ...(draw === undefined ? [] : [sql<boolean>`period_id = (select id from period where draw_id = ${draw})`]),
    sql<boolean>`true`,
  ]
  const direction = directionOf({ order })
  const wanted = game === undefined ? sql`true` : sql`(select game = ${game} from period where id = each.period_id)`
  const { rows } = await sql<Period>`
    select period_id, draws_at, bets, ${wanted} as is_wanted from (
      select period_id, draws_at, bets from betting where ${sql.join(where, sql` and `)}
      order by draws_at ${direction}, period_id ${direction} limit ${periodsMost}) each
    order by draws_at ${direction}, period_id ${direction}`.execute(db)
  return rows
}
