import type { ProposalContents } from '#contract/console/work/proposals'
import { proposeSetting } from '#contract/console/settings'
import { type MoneySettingName, isWithin, moneySettings, readSetting, writeSetting } from '#core/rules/money/settings'
import type { Tx } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { boundsFrom, lockSettings, settingsInForce } from '../../services/settings/current-settings.ts'
import { moneySwitched } from './stop-money.ts'

type Change = ProposalContents['settings.change']

export const proposeSettingHandler = handle(proposeSetting, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const { name, effectiveAt = null, reason } = input
  const value = readSetting(name, input.value)
  if (value === null) return refuse('amount_abnormal', { field: 'value' })
  await checkBounds(tx, { name, value, fromMs: Math.max(nowMs, effectiveAt ?? 0) })
  const content: Change = { name, value: input.value, effectiveAtMs: effectiveAt }
  const proposed = { kind: 'settings.change', subject: `setting:${name}`, content, reason } as const
  const proposalId = await propose(context, proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/**
 * Takes effect at the approval, or at the later time that was proposed. The bounds are checked again, because other
 * settings may have changed meanwhile.
 */
export const changeSetting: Effect<Change> = async ({ tx, nowMs, publish }, { proposalId, content }) => {
  const { name } = content
  const value = readSetting(name, content.value)!
  const fromMs = Math.max(nowMs, content.effectiveAtMs ?? 0)
  await lockSettings(tx)
  await checkBounds(tx, { name, value, fromMs })
  const valueAt = async (atMs: number) =>
    writeSetting(name, (await settingsInForce(tx, atMs)).get(name) ?? moneySettings[name].byDefault)
  const found = { value: await valueAt(nowMs), until: await valueAt(fromMs) }
  await tx
    .insertInto('setting_change')
    .values({ name, value, effective_at: new Date(fromMs), proposal_id: proposalId })
    .execute()
  if (moneySettings[name].unit === 'switch') publish(moneySwitched)
  return found
}

type Checked = { readonly name: MoneySettingName; readonly value: bigint; readonly fromMs: number }

async function checkBounds(tx: Tx, { name, value, fromMs }: Checked): Promise<void> {
  const bounds = await boundsFrom(tx, name, fromMs)
  if (isWithin(bounds, value)) return
  const [min, max] = [writeSetting(name, bounds.least), writeSetting(name, bounds.most)]
  throw new Refusal('setting_out_of_range', { min, max })
}
