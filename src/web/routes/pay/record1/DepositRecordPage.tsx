import { useQuery } from '@tanstack/react-query'
import { addressOf } from '#contract/client'
import { viewUpload } from '#contract/uploads'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { depositQuery } from '../../../queries/money.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { useSearch } from '../../../shell/navigation.ts'
import { Notice } from '../Notice.tsx'
import { RecordHead } from '../RecordHead.tsx'
import { RecordMissing } from '../RecordMissing.tsx'
import { Rejection } from '../Rejection.tsx'
import { StatusChip } from '../StatusChip.tsx'
import { Timeline } from '../Timeline.tsx'
import { cardText } from '../WalletLabel.tsx'

export function DepositRecordPage() {
  const { t, locale } = useWords()
  const asked = useQuery(depositQuery(useSearch().get('id') ?? ''))
  if (!asked.data) return asked.error ? <RecordMissing of={asked} /> : <PendingPage for={asked} />
  const { amount, actual, network, reference, reason, reversedAt, sentTo, status, steps, voucherId } = asked.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <RecordHead
        label={t(actual === null ? 'record.declared' : 'record.credited')}
        amount={actual ?? amount}
        chip={<StatusChip kind="deposit" status={status} isReversed={reversedAt !== null} />}
      />
      {reason ? (
        <Rejection sentence={reason.code === 'other' ? null : t(`deposit_reason.${reason.code}`)} text={reason.text} />
      ) : null}
      {actual !== null && actual !== amount ? <Notice tone="warning">{t('record.differs')}</Notice> : null}
      <Rows>
        <Row label={t('record.declared')} value={<Amount value={amount} locale={locale} />} />
        {actual === null ? null : (
          <Row label={t('record.credited')} value={<Amount value={actual} locale={locale} />} />
        )}
        <Row label={t('record.way')} value={network ? `USDT · ${network}` : t('money.bank')} />
        <Row
          label={t('record.sentTo')}
          value={network ? <span className="break-all">{sentTo}</span> : cardText(sentTo)}
        />
        <Row label={t('record.reference')} value={<span className="break-all">{reference}</span>} />
      </Rows>
      <Timeline kind="deposit" steps={steps} />
      <section className="flex flex-col gap-2">
        <h2 className="text-sm font-medium text-quiet">{t('topUp.voucher')}</h2>
        <img
          src={addressOf(viewUpload, { id: voucherId })}
          alt={t('topUp.voucher')}
          className="h-80 w-full rounded-card bg-surface shadow-card object-contain"
        />
      </section>
    </main>
  )
}
