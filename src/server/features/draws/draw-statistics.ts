import { drawStatistics } from '#contract/play/draws'
import { games } from '#core/games/catalogue'
import { formatDay } from '#core/periods/civil-date'
import { periodAt } from '#core/periods/schedule'
import { handle } from '../../http/handle.ts'

const days = 30

export const drawStatisticsHandler = handle(drawStatistics, async ({ tx, nowMs }) => {
  const from = formatDay(periodAt(games[0].code, nowMs).day - days + 1)
  const rows = await tx
    .selectFrom('draw_tally')
    .select((eb) => [
      'game',
      eb.fn.sum<bigint>('drawn').as('drawn'),
      eb.fn.sum<bigint>('in_time').as('in_time'),
      eb.fn.sum<bigint>('delayed').as('delayed'),
      eb.fn.sum<bigint>('late_close').as('late_close'),
      eb.fn.sum<bigint>('beacon_unavailable').as('beacon_unavailable'),
      eb.fn.sum<bigint>('secret_lost').as('secret_lost'),
    ])
    .where('day', '>=', from)
    .groupBy('game')
    .execute()
  return {
    from,
    items: games.map(({ code }) => {
      const row = rows.find(({ game }) => game === code)
      return {
        game: code,
        drawn: Number(row?.drawn ?? 0),
        inTime: Number(row?.in_time ?? 0),
        delayed: Number(row?.delayed ?? 0),
        voided: {
          'late-close': Number(row?.late_close ?? 0),
          'beacon-unavailable': Number(row?.beacon_unavailable ?? 0),
          'secret-lost': Number(row?.secret_lost ?? 0),
        },
      }
    }),
  }
})
