import { type Selectable, sql } from 'kysely'
import { listPeriods, viewPeriod } from '#contract/console/draws'
import type { ProposalStatus } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { storedCents } from '#core/money/cents'
import type { RunningConfig } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { pageFrom, readInstantPlace, rowsToRead } from '../../db/page.ts'
import type { Period } from '../../world/members/tables.generated.ts'
import { handleRead } from '../../services/calls/handle.ts'

type Row = Selectable<Period>
type Shown = Output<typeof listPeriods>['items'][number]
type Sums = { period_id: number; bets: number; stakes: bigint; paid: bigint; refunded: bigint }

/**
 * Periods as the console shows them. The totals of bets and payouts are kept by placing and settling, so no bets are
 * read.
 */
export async function showPeriods(db: Queryable, periods: readonly Row[]): Promise<Shown[]> {
  const { rows } = await sql<Sums>`
    select period_id, bets, stakes, settled.* from betting cross join lateral (
      select coalesce(sum(paid) filter (where kind in ('payout', 'shadow')), 0)::bigint as paid,
        coalesce(sum(paid) filter (where kind = 'refund'), 0)::bigint as refunded
      from settlement where settlement.period_id = betting.period_id
    ) settled where period_id = any(${periods.map(({ id }) => id)}::integer[])`.execute(db)
  const sums = new Map(rows.map((row) => [row.period_id, row]))
  return periods.map((period) => showPeriod(period, sums.get(period.id)))
}

function showPeriod(row: Row, sums: Sums | undefined): Shown {
  return {
    drawId: row.draw_id,
    game: row.game as Shown['game'],
    issue: row.issue,
    opensAt: row.opens_at.getTime(),
    closesAt: row.closes_at.getTime(),
    drawsAt: row.draws_at.getTime(),
    status: row.status as Shown['status'],
    delayedAt: row.delayed_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    settledAt: row.settled_at?.getTime() ?? null,
    voidReason: row.void_reason as Shown['voidReason'],
    bets: sums?.bets ?? 0,
    stakes: storedCents(sums?.stakes ?? 0n),
    paid: storedCents(sums?.paid ?? 0n),
    refunded: storedCents(sums?.refunded ?? 0n),
    drawn: row.outcome,
  }
}

export const listPeriodsHandler = handleRead(listPeriods, async ({ input: { game, when, after }, db, nowMs }) => {
  const place = readInstantPlace(after)
  const ofGame = db.selectFrom('period').where('game', '=', game)
  const next = await ofGame
    .select('draws_at')
    .where('draws_at', '>', new Date(nowMs))
    .orderBy('draws_at')
    .limit(1)
    .executeTakeFirst()
  const [beyond, within, order] = when === 'upcoming' ? (['>', '>', 'asc'] as const) : (['<', '<=', 'desc'] as const)
  const rows = await ofGame
    .selectAll()
    .where('draws_at', within, next?.draws_at ?? new Date(nowMs))
    .$if(place !== null, (query) => query.where('draws_at', beyond, place))
    .orderBy('draws_at', order)
    .limit(rowsToRead)
    .execute()
  const shown = await showPeriods(db, rows)
  return pageFrom(shown, { place: ({ drawsAt }) => String(drawsAt), item: (period) => period })
})

export const viewPeriodHandler = handleRead(
  viewPeriod,
  async ({ input: { drawId }, db, nowMs, config, from, refuse }) => {
    const row = await db.selectFrom('period').selectAll().where('draw_id', '=', drawId).executeTakeFirst()
    if (!row) return refuse('draw_unknown')
    const [period] = await showPeriods(db, [row])
    return {
      now: nowMs,
      period: period!,
      round: row.round,
      roundAt: row.round_at.getTime(),
      closedAt: row.closed_at?.getTime() ?? null,
      proof: `${playerSite(config, from.origin)}/fair/${drawId}`,
      cancelling: await cancellingOf(db, drawId),
    }
  },
)

/** The origin of the players' site: the configured address, or else the player port on the requested host. */
function playerSite({ publicUrl, port }: RunningConfig, consoleOrigin: string): string {
  return publicUrl ? new URL(publicUrl).origin : `http://${new URL(consoleOrigin).hostname}:${port}`
}

type Cancelling = NonNullable<Output<typeof viewPeriod>['cancelling']>

async function cancellingOf(db: Queryable, drawId: string): Promise<Cancelling | null> {
  const row = await db
    .selectFrom('proposal')
    .innerJoin('operator as proposer', 'proposer.id', 'proposed_by')
    .leftJoin('operator as decider', 'decider.id', 'decided_by')
    .select(['content', 'reason', 'status', 'proposed_at'])
    .select(['proposer.account as proposed_by', 'decider.account as decided_by'])
    .where('kind', '=', 'draws.cancel')
    .where('subject', '=', `draw:${drawId}`)
    .orderBy('proposed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    why: (row.content as { why: Cancelling['why'] }).why,
    reason: row.reason,
    status: row.status as ProposalStatus,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at.getTime(),
    decidedBy: row.decided_by,
  }
}
