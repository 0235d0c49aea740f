import type { Output } from '#contract/endpoint'
import type { me } from '#contract/people/me'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../Link.tsx'

export type Exclusion = NonNullable<Output<typeof me>['exclusion']>

/** Says until when a self-exclusion lasts, on every page for playing or paying in. */
export function ExclusionNotice({ exclusion: { until, opensAt, canAskToReturn } }: { exclusion: Exclusion }) {
  const { t, refusal } = useWords()
  const facts = canAskToReturn ? { next: 'ask' } : { until: new Date(opensAt ?? until).toISOString() }
  return (
    <p className="rounded-card bg-warning-soft px-4 py-3 text-warning">
      {refusal('player_excluded', facts)}{' '}
      <Link to="/my/limits" className="inline-block py-1 font-semibold underline">
        {t('my.limits')}
      </Link>
    </p>
  )
}
