import type { Output } from '#contract/endpoint'
import type { withdrawalOptions } from '#contract/money/withdrawals'
import { type Cents, zeroCents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'

type Props = {
  options: Output<typeof withdrawalOptions>
  /** Given where the withdrawal is to be confirmed; the limits are of no use there any more. */
  amount?: Cents
  fee: Cents
  actual: Cents
}

/** What it costs, what arrives and what is paid besides, to the cent, and what the limits are. */
export function Figures({ options, amount, fee, actual }: Props) {
  const { t, locale } = useWords()
  const { feeBps, minimum, maximum, owed = zeroCents, timesLeft, timesADay } = options
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(feeBps / 10_000)
  return (
    <Rows>
      {amount === undefined ? null : (
        <Row label={t('withdrawal.amount')} value={<Amount value={amount} locale={locale} />} />
      )}
      <Row label={t('withdrawal.fee', { rate: percent })} value={<Amount value={fee} locale={locale} />} />
      <Row
        label={t('withdrawal.actual')}
        value={
          <strong className="text-text">
            <Amount value={actual} locale={locale} />
          </strong>
        }
      />
      {owed > 0n ? <Row label={t('withdrawal.paidFirst')} value={<Amount value={owed} locale={locale} />} /> : null}
      {amount === undefined ? (
        <>
          <Row
            label={t('withdrawal.limits')}
            value={
              <>
                <Amount value={minimum} locale={locale} /> – <Amount value={maximum} locale={locale} />
              </>
            }
          />
          <Row label={t('withdrawal.timesLeft')} value={`${timesLeft} / ${timesADay}`} />
        </>
      ) : null}
    </Rows>
  )
}
