import type { SignalRule } from '#core/signals/rules'
import { named, spoken, t } from '../../i18n/words.ts'
import { spanText } from '../../parts/Moment.tsx'
import { moneyText } from '../settings/in-words.ts'

type Facts = Readonly<Record<string, string>>

/** What a rule found, in words and figures. */
export function findingText(rule: SignalRule, facts: Facts): string {
  const regions = new Intl.DisplayNames([spoken()], { type: 'region' })
  const words = Object.entries(facts).map(([name, value]) => {
    if (name === 'country' || name === 'from') return [name, regions.of(value) ?? value]
    if (name === 'kind') return [name, named(rule === 'parts' ? 'rule.parts.kind' : 'wallet', value)]
    if (name === 'days' || name === 'hours') return [name, spanText(name === 'days' ? 'day' : 'hour', Number(value))]
    if (name === 'draws') return [name, t('counted.draws', { count: Number(value) })]
    return [name, name === 'link' ? named('link', value) : moneyText(value)]
  })
  return t(`rule.${rule}.found`, Object.fromEntries(words) as Facts)
}
