import { useQuery } from '@tanstack/react-query'
import { viewPlayerScore } from '#contract/signals/cases'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { findingText } from './rule-words.ts'

type Score = Output<typeof viewPlayerScore>

/** The score of one player, for the player's page. Looking is logged, so it is not asked for again by itself. */
export function PlayerScore({ playerId }: { playerId: string }) {
  const may = useMay('signals.view')
  const { data, error } = useQuery({
    queryKey: ['score', playerId],
    queryFn: () => call(viewPlayerScore, { id: playerId }),
    staleTime: Infinity,
    enabled: may,
  })
  if (!may) return null
  return (
    <Panel title={t('score.title')} beside={data ? <ScoreBadge score={data.score} /> : null}>
      <Problem error={error} />
      {data ? <ScoreLines of={data} /> : null}
    </Panel>
  )
}

export function ScoreBadge({ score }: { score: number }) {
  const tone = score >= 60 ? 'danger' : score >= 25 ? 'warning' : 'plain'
  return <Badge tone={tone}>{t('counted.points', { count: score })}</Badge>
}

/** What makes a score up: each signal, when it was, what it counts now and why that much. */
export function ScoreLines({ of: { signals } }: { of: Score }) {
  if (signals.length === 0) return <p className="text-sm text-quiet">{t('score.none')}</p>
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {signals.map((signal) => (
        <li
          key={signal.id}
          className="flex items-start justify-between gap-3 border-b border-line/60 pb-1 last:border-0"
        >
          <div className="min-w-0">
            <p className="font-medium">{t(`rule.${signal.rule}`)}</p>
            <p>{findingText(signal.rule, signal.facts)}</p>
            <p className="text-xs text-quiet">
              <Moment at={signal.at} /> ·{' '}
              <Link to={`/signals/${signal.caseId}`} className="text-brand underline">
                {t('signals.case', { number: signal.caseNumber })}
              </Link>
            </p>
          </div>
          <p className="shrink-0 text-right tabular-nums">
            <strong>+{signal.counts}</strong>
            <br />
            <span className="text-xs text-quiet">
              {t('score.of', { points: String(signal.points) })} · {t(`score.${signal.as}`)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
