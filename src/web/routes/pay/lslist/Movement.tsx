import type { Output } from '#contract/endpoint'
import type { listStatement } from '#contract/money/statement'
import { clockText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'

type Props = { movement: Output<typeof listStatement>['items'][number] }

/** One movement: what it was, when, how much, and what was there before and after. */
export function Movement({ movement: { kind, account, amount, before, after, at } }: Props) {
  const { t, locale } = useWords()
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          {t(`movement.${kind}`)}
          {account !== 'available' ? (
            <span className="rounded-full bg-warning-soft px-2 text-xs leading-5 font-semibold text-warning">
              {t(`statement.${account}`)}
            </span>
          ) : null}
        </p>
        <strong className={`shrink-0 ${amount < 0n ? 'text-danger' : 'text-good'}`}>
          <Amount value={amount} locale={locale} isMovement />
        </strong>
      </div>
      <div className="flex flex-wrap justify-between gap-x-3 text-sm text-quiet">
        <p>
          {t(account === 'available' ? 'home.balance' : `statement.${account}`)}{' '}
          <span className="sr-only">{t('statement.before')} </span>
          <Amount value={before} locale={locale} />
          <span aria-hidden> → </span>
          <span className="sr-only">{t('statement.after')} </span>
          <span className="font-semibold text-text">
            <Amount value={after} locale={locale} />
          </span>
        </p>
        <p className="ml-auto">{clockText(at, locale)}</p>
      </div>
    </li>
  )
}
