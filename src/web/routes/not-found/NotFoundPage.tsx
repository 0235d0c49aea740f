import { buttonClass } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'

export function NotFoundPage() {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col items-center justify-center gap-3 p-8 text-center">
      <img src="/mark.svg" alt="" className="size-16 opacity-60" />
      <h1 className="text-xl font-semibold">{t('page.notFoundTitle')}</h1>
      <p className="text-quiet">{t('page.notFoundText')}</p>
      <Link to="/" replace className={buttonClass('brand')}>
        {t('page.home')}
      </Link>
    </main>
  )
}
