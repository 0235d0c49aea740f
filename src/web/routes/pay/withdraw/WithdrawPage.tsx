import { useQuery } from '@tanstack/react-query'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { walletsQuery, withdrawalOptionsQuery } from '../../../queries/money.ts'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { useClock } from '../../../state/clock.ts'
import { BalanceCard } from '../BalanceCard.tsx'
import { byTheClock } from './by-the-clock.ts'
import { Obstacles } from './Obstacles.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

/** The form is shown to players who can withdraw; everybody else is told why they cannot. */
export function WithdrawPage() {
  const { t, locale } = useWords()
  const options = useQuery(withdrawalOptionsQuery)
  const wallets = useQuery(walletsQuery)
  const { data: me } = useQuery(meQuery)
  // Changes at the moment when a wallet becomes usable, a pause ends or another day begins, and at no other.
  const now = useClock((ms) => {
    const instants = [
      ...(wallets.data?.items.map(({ usableFrom }) => usableFrom) ?? []),
      options.data?.pausedUntil ?? 0,
      options.data?.countsAnewAt ?? 0,
    ]
    return Math.max(0, ...instants.filter((each) => each <= ms))
  })
  if (!options.data) return <PendingPage for={options} />
  if (!wallets.data) return <PendingPage for={wallets} />
  const current = byTheClock(options.data, now)
  const { held, owed, isOpen, hasPaymentPassword, pausedUntil, timesLeft } = current
  const usable = wallets.data.items.filter(({ usableFrom }) => usableFrom <= now)
  const owedMore = me && owed !== undefined && owed > me.balance ? owed : null
  const isPossible =
    isOpen && hasPaymentPassword && owedMore === null && pausedUntil === null && timesLeft > 0 && usable.length > 0
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <BalanceCard>
        {held > 0n ? (
          <p className="text-sm text-quiet">
            {t('money.held')}: <Amount value={held} locale={locale} />
          </p>
        ) : null}
      </BalanceCard>
      <Obstacles options={current} owed={owedMore} wallets={wallets.data.items} now={now} />
      {isPossible ? <WithdrawForm options={current} wallets={wallets.data.items} now={now} /> : null}
    </main>
  )
}
