import { useInfiniteQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { chasesQuery } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { BalanceCard } from '../BalanceCard.tsx'
import { Empty } from '../Empty.tsx'
import { Pages } from '../Pages.tsx'
import { ChaseCard } from './ChaseCard.tsx'

export function ChasesPage() {
  const { t } = useWords()
  const listed = useInfiniteQuery(chasesQuery)
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <BalanceCard />
      <Pages
        of={listed}
        empty={
          <Empty Icon={Repeat} text={t('chases.empty')}>
            <Link to="/" className={buttonClass('brand')}>
              {t('orders.toGames')}
            </Link>
          </Empty>
        }
      >
        {(chase) => <ChaseCard key={chase.id} chase={chase} />}
      </Pages>
    </main>
  )
}
