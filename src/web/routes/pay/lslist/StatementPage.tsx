import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { type StatementFilter, statementQuery, statementSummaryQuery } from '../../../queries/money.ts'
import { BalanceCard } from '../BalanceCard.tsx'
import { Empty } from '../Empty.tsx'
import { Pages } from '../Pages.tsx'
import { Filter } from './Filter.tsx'
import { Movement } from './Movement.tsx'
import { SinceOpening } from './SinceOpening.tsx'

/** Money held for withdrawals or repeat orders still belongs to the player, so it is shown beside the balance. */
function Held() {
  const { t, locale } = useWords()
  const { data: summary } = useQuery(statementSummaryQuery)
  return (
    <div className="min-h-5 text-sm text-quiet">
      {summary ? (
        <p>
          {t('money.held')}: <Amount value={summary.held} locale={locale} />
        </p>
      ) : null}
      {summary && summary.repeatOrders > 0n ? (
        <p>
          {t('money.repeatOrder')}: <Amount value={summary.repeatOrders} locale={locale} />
        </p>
      ) : null}
    </div>
  )
}

export function StatementPage() {
  const { t } = useWords()
  const [filter, setFilter] = useState<StatementFilter>({ account: 'available' })
  const listed = useInfiniteQuery(statementQuery(filter))
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <BalanceCard>
        <Held />
      </BalanceCard>
      <SinceOpening />
      <Filter onChange={setFilter} />
      <Pages of={listed} empty={<Empty Icon={ScrollText} text={t('statement.empty')} />}>
        {(movement) => <Movement key={movement.id} movement={movement} />}
      </Pages>
    </main>
  )
}
