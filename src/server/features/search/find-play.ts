import { sql } from 'kysely'
import { type Found, foundMost } from '#contract/console/people/search'
import { games } from '#core/games/catalogue'
import { parseDay } from '#core/periods/civil-date'
import { findPeriod, periodOf } from '#core/periods/schedule'
import type { Finder, Search } from './search.ts'

/** A draw by the number that people read, which several games may have on one day, or by its name in the public log. */
export const findDraws: Finder = async ({ tx, text, may }) => {
  if (!may('games.view')) return []
  const names = drawNames(text)
  if (names.length === 0) return []
  const rows = await tx
    .selectFrom('period')
    .select(['draw_id', 'game', 'issue', 'draws_at'])
    .where('draw_id', 'in', names)
    .orderBy('draw_id')
    .limit(foundMost + 1)
    .execute()
  return rows.map(({ draw_id, game, issue, draws_at }) => ({
    kind: 'draw',
    id: draw_id,
    by: 'issue',
    name: issue,
    detail: game,
    playerId: null,
    at: draws_at.getTime(),
  }))
}

/** Which draws a number may mean: it is the day and the place of the draw in that day. */
function drawNames(text: string): string[] {
  const named = findPeriod(text)
  if (named) return [named.drawId]
  if (!/^[0-9]{11,12}$/.test(text)) return []
  const day = parseDay(text.slice(0, 8))
  if (day === null) return []
  const index = Number(text.slice(8))
  return games.flatMap(({ code: game }) => {
    const period = periodOf({ game, day, index })
    return period?.issue === text ? [period.drawId] : []
  })
}

/** A bet by its number, `<draw>:<place in the draw>`, as its receipt and the file of bets have it. */
export const findBets: Finder = async ({ tx, text }: Search): Promise<Found[]> => {
  const [, drawId, seq] = /^(\w+:[0-9]{8}:[0-9]{4}):([0-9]{1,9})$/.exec(text) ?? []
  if (drawId === undefined || !findPeriod(drawId)) return []
  const rows = await tx
    .selectFrom('bet')
    .innerJoin('period', (join) =>
      join.onRef('period.id', '=', 'bet.period_id').onRef('period.draws_at', '=', 'bet.draws_at'),
    )
    .innerJoin('account', 'account.id', 'bet.account_id')
    .innerJoin('player', (join) => join.on(sql<boolean>`player.id = split_part(account.ref, ':', 2)::uuid`))
    .select(['player.id', 'player.account', 'bet.at'])
    .where('period.draw_id', '=', drawId)
    .where('bet.seq', '=', Number(seq))
    .execute()
  return rows.map(({ id, account, at }) => ({
    kind: 'bet',
    id: text,
    by: 'number',
    name: text,
    detail: account,
    playerId: id,
    at: at.getTime(),
  }))
}
