import { useState } from 'react'
import { Segments } from '#ui/Segments'
import { type Key, useWords } from '../../../i18n/words.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { useSearch } from '../../../shell/navigation.ts'
import { useUntilHidden } from '../../pay/until-hidden.ts'
import { LimitRow } from './LimitRow.tsx'
import { LimitSheet } from './LimitSheet.tsx'
import { type Limit, type LimitKind, limitKinds } from './limit.ts'
import { useLimits } from './limits-query.ts'

const kinds = {
  deposit: { text: 'limits.deposits', about: 'limits.about' },
  stake: { text: 'limits.stakes', about: 'protection.bettingAbout' },
  loss: { text: 'limits.losses', about: 'protection.bettingAbout' },
} as const satisfies Record<LimitKind, { text: Key; about: Key }>

/** All limits in one card: a tab for each kind, and in it a day, a week and a month. */
export function LimitTabs() {
  const { t } = useWords()
  const asked = useSearch().get('kind')
  const [kind, setKind] = useState<LimitKind>(limitKinds.find((each) => each === asked) ?? 'deposit')
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-4 shadow-card">
      <Segments
        label={t('limits.kinds')}
        options={limitKinds.map((value) => ({ value, text: t(kinds[value].text) }))}
        value={kind}
        onChange={setKind}
      />
      <p className="text-sm text-quiet">{t(kinds[kind].about)}</p>
      <Limits kind={kind} />
    </section>
  )
}

function Limits({ kind }: { kind: LimitKind }) {
  const { t } = useWords()
  const { limits, error, refetch } = useLimits(kind)
  const [changing, setChanging] = useUntilHidden<Limit>()
  if (error && !limits) return <FetchError error={error} onRetry={refetch} />
  if (!limits)
    return (
      <output aria-label={t('common.loading')} className="h-66 rounded-card bg-background motion-safe:animate-pulse" />
    )
  return (
    <>
      <ul className="divide-y divide-line">
        {limits.map((limit) => (
          <LimitRow key={limit.title} limit={limit} onChange={() => setChanging(limit)} />
        ))}
      </ul>
      {changing ? <LimitSheet limit={changing} onClose={() => setChanging(null)} /> : null}
    </>
  )
}
