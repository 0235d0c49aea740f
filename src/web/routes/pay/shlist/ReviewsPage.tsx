import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
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
import { BalanceCard } from '../BalanceCard.tsx'
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
      <BalanceCard />
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
      <Pages of={listed} empty={<None text={t('review.noDeposits')} to="/pay/recharge" way={t('pay.topUp')} />}>
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
      <Pages of={listed} empty={<None text={t('review.noWithdrawals')} to="/pay/withdraw" way={t('pay.withdraw')} />}>
        {({ id, amount, walletKind, network, sentTo, createdAt, status }) => (
          <Case
            key={id}
            to={`/pay/record2?id=${id}`}
            amount={amount}
            about={walletKind === 'bank' ? cardText(sentTo) : `${network} · ${shortAddress(sentTo)}`}
            at={createdAt}
            chip={<StatusChip kind="withdrawal" status={status} />}
          />
        )}
      </Pages>
    </>
  )
}

type CaseProps = { to: string; amount: Cents; about: string; at: number; chip: ReactNode }

function Case({ to, amount, about, at, chip }: CaseProps) {
  const { locale } = useWords()
  return (
    <li>
      <Link to={to} className="flex min-h-18 items-center justify-between gap-3 px-4 py-3">
        <span className="flex min-w-0 flex-col">
          <span className="wrap-anywhere">{about}</span>
          <span className="text-sm text-quiet">{timeText(at, locale)}</span>
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

function None({ text, to, way }: { text: string; to: string; way: string }) {
  return (
    <Empty Icon={Inbox} text={text}>
      <Link to={to} className={buttonClass('brand')}>
        {way}
      </Link>
    </Empty>
  )
}
