import { useInfiniteQuery } from '@tanstack/react-query'
import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { repeatOrdersQuery } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { Empty } from '../Empty.tsx'
import { Pages } from '../Pages.tsx'
import { RepeatOrderCard } from './RepeatOrderCard.tsx'

export function RepeatOrdersPage() {
  const { t } = useWords()
  const listed = useInfiniteQuery(repeatOrdersQuery)
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <Pages
        of={listed}
        empty={
          <Empty picture="repeat" text={t('repeatOrders.none')} about={t('repeatOrders.empty')}>
            <Link to="/" className={buttonClass('brand')}>
              {t('orders.toGames')}
            </Link>
          </Empty>
        }
      >
        {(repeatOrder) => <RepeatOrderCard key={repeatOrder.id} repeatOrder={repeatOrder} />}
      </Pages>
    </main>
  )
}
