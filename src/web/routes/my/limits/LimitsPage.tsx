import { useQuery } from '@tanstack/react-query'
import { depositLimitsQuery } from '../../../queries/money.ts'
import { useWords } from '../../../i18n/words.ts'
import { Trouble } from '../../../shell/Trouble.tsx'
import { useUntilHidden } from '../../pay/until-hidden.ts'
import { type Limit, LimitCard } from './LimitCard.tsx'
import { LimitSheet } from './LimitSheet.tsx'

/** What a player allows themselves to pay in: lowered at once, raised after a day and a second thought. */
export function LimitsPage() {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(depositLimitsQuery)
  const [changing, setChanging] = useUntilHidden<Limit>()
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <p className="text-quiet">{t('limits.about')}</p>
      {data ? (
        <ul className="flex flex-col gap-3">
          {data.items.map((limit) => (
            <LimitCard key={limit.span} limit={limit} onChange={() => setChanging(limit)} />
          ))}
        </ul>
      ) : error ? (
        <Trouble error={error} onRetry={refetch} />
      ) : (
        <output aria-label={t('common.loading')} className="h-96 rounded-card bg-surface motion-safe:animate-pulse" />
      )}
      {changing ? <LimitSheet limit={changing} onClose={() => setChanging(null)} /> : null}
    </main>
  )
}
