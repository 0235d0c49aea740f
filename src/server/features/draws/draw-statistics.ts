import { drawStatistics } from '#contract/play/past-draws'
import type { Output } from '#contract/endpoint'
import { games } from '#core/games/catalogue'
import { drawShapes, range } from '#core/games/draw-shape'
import { storedCents } from '#core/money/cents'
import { formatDay } from '#core/periods/civil-date'
import { periodAt } from '#core/periods/schedule'
import { returnsOf } from '#core/rules/play/returns'
import { uniformityOf } from '#core/rules/play/uniformity'
import type { Queryable } from '../../world/members/database.ts'
import { type Sharing, handleShared } from '../../services/calls/handle.ts'

const days = 30

export const drawStatisticsHandler = handleShared(drawStatistics, { source: 'figures', run: statistics })

async function statistics({
  db,
  nowMs,
  holdsUntil,
}: Sharing<typeof drawStatistics>): Promise<Output<typeof drawStatistics>> {
  const today = periodAt(games[0].code, nowMs)
  holdsUntil(today.drawsAtMs)
  const from = formatDay(today.day - days + 1)
  const rows = await db
    .selectFrom('draw_tally')
    .select((eb) => [
      'game',
      eb.fn.sum<bigint>('drawn').as('drawn'),
      eb.fn.sum<bigint>('in_time').as('in_time'),
      eb.fn.sum<bigint>('delayed').as('delayed'),
      eb.fn.sum<bigint>('witnessed').as('witnessed'),
      eb.fn.sum<bigint>('late_close').as('late_close'),
      eb.fn.sum<bigint>('beacon_unavailable').as('beacon_unavailable'),
      eb.fn.sum<bigint>('secret_lost').as('secret_lost'),
      eb.fn.sum<bigint>('cancelled').as('cancelled'),
      eb.fn.sum<bigint>('skipped').as('skipped'),
      // The sum of bigints is a numeric, which the driver returns as text.
      eb.fn.sum<string>('turnover').as('turnover'),
      eb.fn.sum<string>('paid').as('paid'),
      eb.fn.sum<string>('expected').as('expected'),
      eb.fn.sum<string>('residue_squares').as('residue_squares'),
    ])
    .where('day', '>=', from)
    .groupBy('game')
    .execute()
  const uniformity = await uniformities(db, from)
  return {
    from,
    items: games.map(({ code }) => {
      const row = rows.find(({ game }) => game === code)
      const drawn = Number(row?.drawn ?? 0)
      const voids = Number(row?.late_close ?? 0) + Number(row?.beacon_unavailable ?? 0) + Number(row?.secret_lost ?? 0)
      const [turnover, paid] = [storedCents(BigInt(row?.turnover ?? 0)), storedCents(BigInt(row?.paid ?? 0))]
      const expected = BigInt(row?.expected ?? 0)
      return {
        game: code,
        drawn,
        inTime: Number(row?.in_time ?? 0),
        delayed: Number(row?.delayed ?? 0),
        witnessed: Number(row?.witnessed ?? 0),
        uniformity: uniformity.get(code)!,
        voided: {
          'late-close': Number(row?.late_close ?? 0),
          'beacon-unavailable': Number(row?.beacon_unavailable ?? 0),
          'secret-lost': Number(row?.secret_lost ?? 0),
        },
        cancelled: Number(row?.cancelled ?? 0),
        notHeld: Number(row?.skipped ?? 0),
        voidRate: drawn + voids === 0 ? 0 : voids / (drawn + voids),
        turnover,
        paid,
        returns: returnsOf({ turnover, paid, expected, residueSquares: Number(row?.residue_squares ?? 0) }),
      }
    }),
  }
}

/** For each game, how unlikely its number frequencies since a day are if all numbers are equally likely. */
async function uniformities(db: Queryable, from: string): Promise<Map<string, number | null>> {
  const seen = await db
    .selectFrom('number_tally')
    .select((eb) => ['game', 'place', 'number', eb.fn.sum<bigint>('seen').as('seen')])
    // By game, because the primary key begins with it.
    .where(
      'game',
      'in',
      games.map(({ code }) => code),
    )
    .where('day', '>=', from)
    .groupBy(['game', 'place', 'number'])
    .execute()
  const times = new Map(seen.map(({ game, place, number, seen }) => [`${game} ${place} ${number}`, Number(seen)]))
  return new Map(
    games.map(({ code, family }) => {
      const { pool, places } = drawShapes[family]
      const counts = range(1, places).map((place) => pool.map((number) => times.get(`${code} ${place} ${number}`) ?? 0))
      return [code, uniformityOf(drawShapes[family], counts)]
    }),
  )
}
