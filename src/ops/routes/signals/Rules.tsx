import { useQuery } from '@tanstack/react-query'
import { listSignalRules } from '#contract/signals/cases'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { named, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Problem } from '../../parts/Form.tsx'
import { minutesText, spanText } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { valueText } from '../settings/in-words.ts'

type Rule = Output<typeof listSignalRules>['rules'][number]

/** The rules in plain words, with what is set and how often they found something. */
export function Rules() {
  const { data, error } = useQuery({ queryKey: ['signal-rules'], queryFn: () => call(listSignalRules, {}) })
  const maySettings = useMay('settings.view')
  return (
    <>
      <Problem error={error} />
      {data ? (
        <p className="mb-4 max-w-[75ch] text-sm">
          {t('rules.means', { hold: minutesText(data.holdMinutes), fade: spanText('day', data.fadeDays) })}{' '}
          {maySettings ? (
            <Link to="/settings" className="text-brand underline">
              {t('rules.change')}
            </Link>
          ) : null}
        </p>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {data?.rules.map((rule) => (
          <RulePanel key={rule.rule} of={rule} />
        ))}
      </div>
    </>
  )
}

const stateTone = { awake: 'good', resting: 'plain', no_ranges: 'warning' } as const

function RulePanel({ of: { rule, state, settings, signals, cleared } }: { of: Rule }) {
  const figures = [
    ...settings.map(({ name, value }) => [named('setting', name), valueText(name, value)] as const),
    [t('rules.signals'), String(signals)] as const,
    [t('rules.cleared'), String(cleared)] as const,
  ]
  return (
    <Panel title={t(`rule.${rule}`)} beside={<Badge tone={stateTone[state]}>{t(`rules.${state}`)}</Badge>}>
      <div className="flex flex-col gap-3 text-sm">
        <p>{t(`rule.${rule}.means`)}</p>
        <p className="text-quiet">{t(`rule.${rule}.not`)}</p>
        {state === 'no_ranges' ? <p className="text-warning">{t('rules.noRanges')}</p> : null}
        <dl className="flex flex-col gap-2">
          {figures.map(([name, value]) => (
            <div key={name} className="flex items-baseline justify-between gap-3 border-b border-line/60 pb-1">
              <dt className="min-w-0 text-quiet">{name}</dt>
              <dd className="shrink-0 font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}
