import { proposeSetting } from '#contract/console/settings'
import {
  type MoneySettingName,
  isWithinBounds,
  moneySettings,
  readSetting,
  writeSetting,
} from '#core/rules/money/settings'
import { handle } from '../../http/handle.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { moneySwitched } from './stop-money.ts'

type Change = { readonly name: MoneySettingName; readonly value: string; readonly effectiveAtMs: number | null }

export const proposeSettingHandler = handle(proposeSetting, async (context) => {
  const { input, refuse } = context
  const { name, effectiveAt = null, reason } = input
  const value = readSetting(name, input.value)
  if (value === null) return refuse('amount_abnormal', { field: 'value' })
  if (!isWithinBounds(name, value)) {
    const { least, most } = moneySettings[name]
    return refuse('setting_out_of_range', { min: writeSetting(name, least), max: writeSetting(name, most) })
  }
  const content: Change = { name, value: input.value, effectiveAtMs: effectiveAt }
  const proposed = { kind: 'settings.change', subject: `setting:${name}`, content, reason } as const
  const proposalId = await propose(context, 'settings.propose', proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/** In effect from the approval on, or from the later time that was proposed. */
export const changeSetting: Effect<Change> = async ({ tx, nowMs, publish }, { proposalId, content }) => {
  await tx
    .insertInto('setting_change')
    .values({
      name: content.name,
      value: readSetting(content.name, content.value)!,
      effective_at: new Date(Math.max(nowMs, content.effectiveAtMs ?? 0)),
      proposal_id: proposalId,
    })
    .execute()
  if (moneySettings[content.name].unit === 'switch') publish(moneySwitched)
}
