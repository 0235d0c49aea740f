import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'

/** The last word to somebody who closed their account: that it is done, and what became of money and data. */
export function AccountClosedPage() {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col items-center gap-4 p-4 pt-8 pb-8">
      <img src="/mark.svg" alt="" className="size-20" />
      <h2 className="text-center text-2xl leading-snug font-bold text-balance">{t('departure.done')}</h2>
      <p className="text-center text-balance text-quiet">{t('departure.thanks')}</p>
      <dl className="flex flex-col gap-4 self-stretch rounded-card bg-surface p-4 shadow-card">
        <div>
          <dt className="font-semibold">{t('departure.money')}</dt>
          <dd className="text-sm text-quiet">{t('departure.moneyText')}</dd>
        </div>
        <div>
          <dt className="font-semibold">{t('departure.data')}</dt>
          <dd className="text-sm text-quiet">{t('departure.dataText')}</dd>
        </div>
      </dl>
      <p className="text-center text-sm text-quiet">{t('departure.mail')}</p>
      <Link to="/" replace className={`${buttonClass('brand')} self-stretch`}>
        {t('page.home')}
      </Link>
    </main>
  )
}
