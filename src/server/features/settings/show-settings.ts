import { listSettings } from '#contract/console/settings'
import { showMoneySettings } from '#contract/money/settings'
import {
  type MoneySettingName,
  boundsBeside,
  moneySettingNames,
  moneySettings,
  writeSetting,
} from '#core/rules/money/settings'
import type { Queryable } from '../../world/members/database.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { currentSettings, settingsInForce } from '../../services/settings/current-settings.ts'

export const showMoneySettingsHandler = handleRead(showMoneySettings, async ({ db, nowMs }) => {
  const settings = await currentSettings(db, nowMs)
  return {
    depositMin: settings.depositMin,
    withdrawalMin: settings.withdrawalMin,
    withdrawalMax: settings.withdrawalMax,
    withdrawalsPerDay: settings.withdrawalsPerDay,
    withdrawalFeeBps: settings.withdrawalFeeBps,
    walletWaitHours: settings.walletWaitMs / 3_600_000,
    depositsOpen: settings.depositsOpen,
    withdrawalsOpen: settings.withdrawalsOpen,
  }
})

export const listSettingsHandler = handleRead(listSettings, async ({ db, nowMs }) => {
  const changed = await settingsInForce(db, nowMs)
  const history = Map.groupBy(await changes(db), (row) => row.name)
  const items = moneySettingNames.map((name) => {
    const { unit, byDefault } = moneySettings[name]
    const { least, most } = boundsBeside(name, changed)
    return {
      name,
      unit,
      value: writeSetting(name, changed.get(name) ?? byDefault),
      byDefault: writeSetting(name, byDefault),
      least: writeSetting(name, least),
      most: writeSetting(name, most),
      history: (history.get(name) ?? []).map((row) => ({
        value: writeSetting(name, row.value),
        effectiveAt: row.effective_at.getTime(),
        proposedBy: row.proposed_by,
        approvedBy: row.approved_by,
        reason: row.reason,
      })),
    }
  })
  return { items }
})

async function changes(db: Queryable) {
  const rows = await db
    .selectFrom('setting_change as change')
    .leftJoin('proposal', 'proposal.id', 'change.proposal_id')
    .innerJoin('operator as proposer', (join) =>
      join.on((eb) => eb('proposer.id', '=', eb.fn.coalesce('proposal.proposed_by', 'change.stopped_by'))),
    )
    .leftJoin('operator as approver', 'approver.id', 'proposal.decided_by')
    .select(['change.name', 'change.value', 'change.effective_at'])
    .select((eb) => eb.fn.coalesce('proposal.reason', 'change.reason').$notNull().as('reason'))
    .select(['proposer.account as proposed_by', 'approver.account as approved_by'])
    .orderBy('change.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, name: row.name as MoneySettingName }))
}
