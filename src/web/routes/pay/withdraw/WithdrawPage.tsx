import { useQuery } from '@tanstack/react-query'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { walletsQuery, withdrawalOptionsQuery } from '../../../queries/money.ts'
import { Waiting } from '../../../shell/Waiting.tsx'
import { BalanceCard } from '../BalanceCard.tsx'
import { Obstacles } from './Obstacles.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

export function WithdrawPage() {
  const { t, locale } = useWords()
  const options = useQuery(withdrawalOptionsQuery)
  const wallets = useQuery(walletsQuery)
  if (!options.data) return <Waiting for={options} />
  if (!wallets.data) return <Waiting for={wallets} />
  const { held } = options.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <BalanceCard>
        {held > 0n ? (
          <p className="text-sm text-quiet">
            {t('money.held')}: <Amount value={held} locale={locale} />
          </p>
        ) : null}
      </BalanceCard>
      <Obstacles options={options.data} hasWallet={wallets.data.items.length > 0} />
      <WithdrawForm options={options.data} wallets={wallets.data.items} />
    </main>
  )
}
