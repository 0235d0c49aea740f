import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ShieldCheck } from 'lucide-react'
import { useWords } from '../../i18n/words.ts'
import { latestDrawsQuery } from '../../queries/draws.ts'
import { Link } from '../../shell/Link.tsx'

/** The newest results, of which a phone has room for one: how long before each betting had closed, and who saw it. A tap checks the draw. */
export function LatestDraws() {
  const { t } = useWords()
  const { data } = useQuery(latestDrawsQuery)
  return (
    <div className="flex gap-2">
      {data?.items.map(({ drawId, game, witnesses, aheadSeconds: seconds }) => (
        <Link
          key={drawId}
          to={`/fair/${drawId}`}
          className="flex min-h-19 flex-1 not-first:hidden items-center gap-3 rounded-xl bg-white/10 px-3 py-1.5 text-sm md:not-first:flex leading-snug"
        >
          <ShieldCheck aria-hidden className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{t(`game.${game}`)}</span>
            <span className="block opacity-85">
              {witnesses ? t('home.seen', { count: witnesses, seconds }) : t('home.closed', { seconds })}
            </span>
          </span>
          <span className="sr-only">{t('home.check')}</span>
          <ChevronRight aria-hidden className="size-5 shrink-0" />
        </Link>
      ))}
    </div>
  )
}
