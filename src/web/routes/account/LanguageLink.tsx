import { Languages } from 'lucide-react'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'

/** The link to another language, named in the language in use. */
export function LanguageLink() {
  const { t, locale } = useWords()
  // Chinese is told apart by its script, not by a country.
  const own = new Intl.DisplayNames(locale, { type: 'language' }).of(locale === 'zh-CN' ? 'zh-Hans' : locale)
  return (
    <Link
      to="/my/language"
      aria-label={`${t('my.language')}: ${own}`}
      className="-my-2 flex min-h-11 items-center gap-2 self-end text-sm font-semibold text-brand"
    >
      <Languages aria-hidden className="size-5" />
      <span className="inline-block first-letter:uppercase">{own}</span>
    </Link>
  )
}
