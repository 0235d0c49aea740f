import { useQuery } from '@tanstack/react-query'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { withdrawalQuery } from '../../../queries/money.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { useSearch } from '../../../shell/navigation.ts'
import { BeingChecked, shownStatus } from './being-checked.tsx'
import { RecordHead } from '../RecordHead.tsx'
import { RecordMissing } from '../RecordMissing.tsx'
import { Rejection } from '../Rejection.tsx'
import { StatusChip } from '../StatusChip.tsx'
import { Timeline } from '../Timeline.tsx'
import { cardText } from '../WalletLabel.tsx'

export function WithdrawalRecordPage() {
  const { t, locale } = useWords()
  const asked = useQuery(withdrawalQuery(useSearch().get('id') ?? ''))
  if (!asked.data) return asked.error ? <RecordMissing of={asked} /> : <PendingPage for={asked} />
  const { amount, fee, actual, bankName, checkedUntil, network, payoutReference, reason, sentTo, status, steps } =
    asked.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <RecordHead
        label={t('withdrawal.amount')}
        amount={amount}
        chip={<StatusChip kind="withdrawal" status={shownStatus(asked.data)} />}
      />
      {reason ? (
        <Rejection
          sentence={reason.code === 'other' ? null : t(`withdrawal_reason.${reason.code}`)}
          text={reason.text}
        />
      ) : null}
      {checkedUntil ? <BeingChecked until={checkedUntil} /> : null}
      <Rows>
        <Row label={t('withdrawal.amount')} value={<Amount value={amount} locale={locale} />} />
        {status === 'rejected' ? null : (
          <>
            <Row label={t('money.fee')} value={<Amount value={fee} locale={locale} />} />
            <Row label={t('withdrawal.actual')} value={<Amount value={actual} locale={locale} />} />
          </>
        )}
        <Row label={t('record.way')} value={bankName ?? `USDT · ${network}`} />
        <Row
          label={t('record.sentTo')}
          value={network ? <span className="break-all">{sentTo}</span> : cardText(sentTo)}
        />
        {payoutReference ? <Row label={t('record.payoutReference')} value={payoutReference} /> : null}
      </Rows>
      <Timeline kind="withdrawal" steps={steps} />
    </main>
  )
}
