import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Cents } from '#core/money/cents'
import { timeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { buttonClass } from '#ui/Button'
import { Segments } from '#ui/Segments'
import { useWords } from '../../../i18n/words.ts'
import { depositsQuery, withdrawalsQuery } from '../../../queries/money.ts'
import { Link } from '../../../shell/Link.tsx'
import { useSearch } from '../../../shell/navigation.ts'
import { CheckedUntil, shownStatus } from '../record2/being-checked.tsx'
import { Empty } from '../Empty.tsx'
import { Pages } from '../Pages.tsx'
import { Refresh } from '../../../shell/lists/Refresh.tsx'
import { StatusChip } from '../StatusChip.tsx'
import { cardText, shortAddress } from '../WalletLabel.tsx'

type Kind = 'deposits' | 'withdrawals'

export function ReviewsPage() {
  const { t } = useWords()
  const [kind, setKind] = useState<Kind>(useSearch().get('kind') === 'withdrawals' ? 'withdrawals' : 'deposits')
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <Segments
        label={t('pay.reviews')}
        options={[
          { value: 'deposits', text: t('review.deposits') },
          { value: 'withdrawals', text: t('review.withdrawals') },
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === 'deposits' ? <Deposits /> : <Withdrawals />}
    </main>
  )
}

function Deposits() {
  const { t } = useWords()
  const listed = useInfiniteQuery(depositsQuery)
  return (
    <>
      <Refresh of={listed} />
      <Pages
        of={listed}
        empty={
          <Empty picture="records" text={t('review.noDeposits')} about={t('review.depositsAbout')}>
            <Link to="/pay/recharge" className={buttonClass('brand')}>
              {t('pay.topUp')}
            </Link>
          </Empty>
        }
      >
        {({ id, amount, actual, network, createdAt, status, reversedAt }) => (
          <Case
            key={id}
            to={`/pay/record1?id=${id}`}
            amount={actual ?? amount}
            about={network ? `USDT · ${network}` : t('money.bank')}
            at={createdAt}
            chip={<StatusChip kind="deposit" status={status} isReversed={reversedAt !== null} />}
          />
        )}
      </Pages>
    </>
  )
}

function Withdrawals() {
  const { t } = useWords()
  const listed = useInfiniteQuery(withdrawalsQuery)
  return (
    <>
      <Refresh of={listed} />
      <Pages
        of={listed}
        empty={
          <Empty picture="records" text={t('review.noWithdrawals')} about={t('review.withdrawalsAbout')}>
            <Link to="/pay/withdraw" className={buttonClass('brand')}>
              {t('pay.withdraw')}
            </Link>
          </Empty>
        }
      >
        {({ id, amount, walletKind, network, sentTo, createdAt, status, checkedUntil }) => (
          <Case
            key={id}
            to={`/pay/record2?id=${id}`}
            amount={amount}
            about={walletKind === 'bank' ? cardText(sentTo) : `${network} · ${shortAddress(sentTo)}`}
            at={createdAt}
            chip={<StatusChip kind="withdrawal" status={shownStatus({ status, checkedUntil })} />}
            note={checkedUntil ? <CheckedUntil until={checkedUntil} /> : null}
          />
        )}
      </Pages>
    </>
  )
}

type CaseProps = { to: string; amount: Cents; about: string; at: number; chip: ReactNode; note?: ReactNode }

function Case({ to, amount, about, at, chip, note }: CaseProps) {
  const { locale } = useWords()
  return (
    <li>
      <Link to={to} className="flex min-h-18 items-center justify-between gap-3 px-4 py-3">
        <span className="flex min-w-0 flex-col">
          <span className="wrap-anywhere">{about}</span>
          <span className="text-sm text-quiet">{timeText(at, locale)}</span>
          {note}
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <strong>
            <Amount value={amount} locale={locale} />
          </strong>
          {chip}
        </span>
      </Link>
    </li>
  )
}
