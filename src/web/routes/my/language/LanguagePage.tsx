import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { Locale } from '#contract/locales'
import { editProfile } from '#contract/people/profile'
import { call } from '../../../client.ts'
import { languageNames } from '../../../i18n/names.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Rows } from '../../../shell/Rows.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'
import { changePushLanguage } from '../../../shell/push/language.ts'
import { chooseLocale } from '../../../state/locale.ts'

export function LanguagePage() {
  const { t, locale } = useWords()
  const { data: me } = useQuery(meQuery)
  const { data: site, error, refetch } = useQuery(siteQuery)
  // Mails are written in the language that is kept with the account. One choice is saved after the other.
  const save = useMutation({
    mutationFn: (language: Locale) => call(editProfile, { language }),
    scope: { id: 'language' },
  })
  const choose = useMutation({
    mutationFn: chooseLocale,
    onSuccess: async (isUsed, chosen) => {
      if (!isUsed) return
      if (me) save.mutate(chosen)
      await changePushLanguage(chosen)
    },
  })
  if (!site)
    return (
      <main className="flex-1 p-4">
        {error ? (
          <FetchError error={error} onRetry={refetch} />
        ) : (
          <output aria-label={t('common.loading')} className="block h-78 rounded-card bg-surface" />
        )}
      </main>
    )
  // Whoever came with `?lang=` may use a language that is not offered.
  const offered = site.languages.includes(locale) ? site.languages : [...site.languages, locale]
  return (
    <main className="flex-1 p-4">
      <Rows>
        {offered.map((each) => (
          <li key={each}>
            <button
              type="button"
              lang={each}
              aria-pressed={each === locale}
              onClick={() => choose.mutate(each)}
              className="flex min-h-13 w-full items-center justify-between gap-3 px-4 py-2 text-left aria-pressed:font-semibold"
            >
              {languageNames[each]}
              {each === locale ? <Check aria-hidden className="size-5 shrink-0 text-brand" /> : null}
            </button>
          </li>
        ))}
      </Rows>
      <Outcome of={choose.error ? choose : save} />
    </main>
  )
}
