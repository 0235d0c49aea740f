import { buttonClass } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'

/** Stands where a screen of the product is still to be built. */
export function SoonScreen() {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col items-center justify-center gap-3 p-8 text-center">
      <img src="/mark.svg" alt="" className="size-16 opacity-60" />
      <p className="text-quiet">{t('page.soon')}</p>
      <Link to="/" replace className={buttonClass('brand')}>
        {t('page.home')}
      </Link>
    </main>
  )
}
