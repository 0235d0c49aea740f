import { sql } from 'kysely'
import type { showGames } from '#contract/console/draws'
import { moneySwitches, stopMoney } from '#contract/console/games'
import type { Output } from '#contract/endpoint'
import type { LiveEvent } from '#contract/live'
import type { Queryable } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { spreadMs } from '../draws/queries.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { lockSettings, settingsInForce } from '../../services/settings/current-settings.ts'

/**
 * One person may stop money alone, because that takes nothing from anybody. Starting again is a proposal like any other
 * setting.
 */
export const stopMoneyHandler = handle(stopMoney, async (context) => {
  const { input, tx, nowMs, caller, refuse, publish } = context
  const { name, reason } = input
  // Operators who stop money at once take turns: the first one stops it, the others find it stopped.
  await lockSettings(tx)
  if ((await settingsInForce(tx, nowMs)).get(name) === 0n) return refuse('transactions_restricted')
  await tx
    .insertInto('setting_change')
    .values({ name, value: 0n, effective_at: new Date(nowMs), stopped_by: caller.operatorId, reason })
    .execute()
  await recordAction(context, 'money.stop', { subject: `setting:${name}`, reason, after: { value: 'off' } })
  publish(moneySwitched)
  return {}
})

/** Only screens about topping up and withdrawing reload then, so spreading them over less than a second is enough. */
export const moneySwitched: LiveEvent = { audience: 'everybody', kind: 'money.switched', body: { spreadMs } }

type Switch = Output<typeof showGames>['switches'][number]
type Row = { name: Switch['name']; value: bigint; at: Date; reason: string; by: string; opens_at: Date | null }

/** The current state of both switches, who changed them last, and the proposals that would open them again. */
export async function moneySwitchesNow(db: Queryable, now: Date): Promise<Switch[]> {
  const { rows } = await sql<Row>`
    select distinct on (change.name) change.name, change.value, change.effective_at as at,
      coalesce(proposal.reason, change.reason) as reason, concat_ws(' + ', first.account, second.account) as by,
      (select min(effective_at) from setting_change later
        where later.name = change.name and later.value = 1 and later.effective_at > ${now}) as opens_at
    from setting_change change
    left join proposal on proposal.id = change.proposal_id
    join operator first on first.id = coalesce(proposal.proposed_by, change.stopped_by)
    left join operator second on second.id = proposal.decided_by
    where change.name = any(${moneySwitches}::text[]) and change.effective_at <= ${now}
    order by change.name, change.effective_at desc, change.id desc`.execute(db)
  const open = await db
    .selectFrom('proposal')
    .select('subject')
    .where('status', '=', 'open')
    .where(
      'subject',
      'in',
      moneySwitches.map((name) => `setting:${name}`),
    )
    .execute()
  return moneySwitches.map((name) => {
    const row = rows.find((each) => each.name === name)
    const isOpen = row?.value !== 0n
    return {
      name,
      isOpen,
      last: row ? { by: row.by, at: row.at.getTime(), reason: row.reason } : null,
      opensAt: isOpen ? null : (row?.opens_at?.getTime() ?? null),
      isProposed: open.some(({ subject }) => subject === `setting:${name}`),
    }
  })
}
