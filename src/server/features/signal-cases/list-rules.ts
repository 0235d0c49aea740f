import { sql } from 'kysely'
import { listSignalRules } from '#contract/signals/cases'
import { moneySettings, settingsFrom, writeSetting } from '#core/rules/money/settings'
import { type SignalRule, settingsOfRule, signalRules } from '#core/signals/rules'
import { handleRead } from '../../services/calls/handle.ts'
import { settingsInForce } from '../../services/settings/current-settings.ts'

const dayMs = 24 * 3_600_000

/** Over how long the signals of each rule are counted. */
const countedMs = 30 * dayMs

type Count = { readonly rule: SignalRule; readonly signals: number; readonly cleared: number }

export const listSignalRulesHandler = handleRead(listSignalRules, async ({ db, nowMs, config }) => {
  const changed = await settingsInForce(db, nowMs)
  const { signals } = settingsFrom(changed)
  const { rows } = await sql<Count>`
    select rule, count(*)::integer as signals,
      count(*) filter (where outcome in ('nothing_found', 'explained'))::integer as cleared
    from signal join signal_case on signal_case.id = case_id
    where found_at > ${new Date(nowMs - countedMs)} group by rule`.execute(db)
  const counts = new Map(rows.map((row) => [row.rule, row]))
  return {
    rules: signalRules.map((rule) => ({
      rule,
      points: signals.points[rule],
      holds: signals.holds.includes(rule),
      state:
        signals.points[rule] === 0
          ? ('resting' as const)
          : rule === 'country' && config.addressCountries === null
            ? ('no_ranges' as const)
            : ('awake' as const),
      settings: settingsOfRule(rule).map((name) => ({
        name,
        unit: moneySettings[name].unit,
        value: writeSetting(name, changed.get(name) ?? moneySettings[name].byDefault),
      })),
      signals: counts.get(rule)?.signals ?? 0,
      cleared: counts.get(rule)?.cleared ?? 0,
    })),
    holdMinutes: signals.holdMs / 60_000,
    fadeDays: signals.fadeMs / dayMs,
  }
})
