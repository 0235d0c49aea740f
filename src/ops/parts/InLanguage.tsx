import { type ReactNode, useState } from 'react'
import { type Locale, isLocale } from '#contract/locales'
import { spoken, t } from '../i18n/words.ts'
import { Choice, Problem } from './Form.tsx'
import { languageOptions } from './languages.ts'
import { PageHead } from './Panel.tsx'

type Shown = { title: string; error: unknown; children: (language: Locale) => ReactNode }

/** A page about texts that players read, one language at a time; first the operator's own. */
export function InLanguage({ title, error, children }: Shown) {
  const [language, setLanguage] = useState<Locale>(() => (isLocale(spoken()) ? (spoken() as Locale) : 'en'))
  return (
    <>
      <PageHead
        title={title}
        beside={
          <Choice
            label={t('field.language')}
            value={language}
            onChange={({ target }) => setLanguage(target.value as Locale)}
            options={languageOptions()}
          />
        }
      />
      <Problem error={error} />
      <div className="grid grid-cols-2 items-start gap-4">{children(language)}</div>
    </>
  )
}
