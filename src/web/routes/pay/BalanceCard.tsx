import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Amount } from '#ui/Amount'
import { useWords } from '../../i18n/words.ts'
import { meQuery } from '../../queries/accounts.ts'

/** The balance at the top of a screen that pays in or out, and what belongs beside it. */
export function BalanceCard({ children }: { children?: ReactNode }) {
  const { t, locale } = useWords()
  const { data: me } = useQuery(meQuery)
  return (
    <section className="flex min-h-22 flex-col justify-center gap-1 rounded-card bg-surface shadow-card px-4 py-3">
      <p className="text-sm text-quiet">{t('home.balance')}</p>
      <p className="min-h-8 text-2xl leading-tight font-bold">
        {me ? <Amount value={me.balance} locale={locale} /> : null}
      </p>
      {children}
    </section>
  )
}
