import { betsOrigin } from '#core/fairness/running-head'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import type { App } from '../../world/app.ts'
import { ourCell } from '../../services/fairness/cells.ts'
import { signNote, signingKey } from '../../services/fairness/sign-note.ts'
import { eachAlone } from '../../world/work/each-alone.ts'

/**
 * Signs the bets so far of every open draw that has new ones, and shows them to connected browsers, in turns where there are many. A
 * browser that keeps such a head can prove later that a bet before it was changed or left out, whoever placed it.
 */
export async function showRunningHeads(app: App, shown: Map<number, number>): Promise<void> {
  const { db, clock, hub, runningBets } = app
  // A head over bets of which some were lost would contradict the one before.
  if (app.logMark.unwritten() ?? (await app.logMark.missingIn(db.query))) return
  const now = new Date(clock.nowMs())
  const open = await db.query
    .selectFrom('period')
    .innerJoin('betting', 'betting.period_id', 'period.id')
    .select(['period.id', 'period.draw_id', 'betting.bets'])
    .where('period.status', '=', 'scheduled')
    .where('period.opens_at', '<=', now)
    .where('period.closes_at', '>', now)
    .where('betting.bets', '>', 0)
    .execute()
  for (const id of shown.keys()) if (!open.some((period) => period.id === id)) shown.delete(id)
  const grown = open.filter(({ id, bets }) => bets > (shown.get(id) ?? 0))
  await eachAlone(grown, async ({ id, draw_id: drawId }) => {
    const { bets: size, root } = await runningBets.tally(db.query, id)
    const origin = betsOrigin(app.config.logOrigin, { drawId, cell: ourCell })
    const note = signNote(formatCheckpoint({ origin, size, root }), signingKey(app))
    await db.query
      .transaction()
      .execute((tx) => hub.record(tx, [{ audience: 'some', kind: 'draw.head', body: { drawId, note } }]))
    shown.set(id, size)
  })
}
