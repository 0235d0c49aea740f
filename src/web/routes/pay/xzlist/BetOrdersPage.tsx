import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#ui/Button'
import { Segments } from '#ui/Segments'
import { type Key, useWords } from '../../../i18n/words.ts'
import { type BetFilter, type ShownBet, betsQuery } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { BalanceCard } from '../BalanceCard.tsx'
import { Empty } from '../Empty.tsx'
import { Pages } from '../Pages.tsx'
import { BetFilters } from './BetFilters.tsx'
import { BetRow } from './BetRow.tsx'

type State = ShownBet['state']

const nothing: Record<State, Key> = {
  betting: 'orders.nothingBetting',
  pending: 'orders.nothingPending',
  completed: 'orders.nothingCompleted',
}

export function BetOrdersPage() {
  const { t } = useWords()
  const [state, setState] = useState<State>('betting')
  const [filter, setFilter] = useState<BetFilter>({})
  const listed = useInfiniteQuery(betsQuery({ ...filter, state }))
  return (
    <main className="flex flex-1 flex-col gap-3 p-4 pb-8">
      <BalanceCard />
      <Segments
        label={t('pay.betOrders')}
        options={[
          { value: 'betting', text: t('orders.betting') },
          { value: 'pending', text: t('orders.pending') },
          { value: 'completed', text: t('orders.completed') },
        ]}
        value={state}
        onChange={setState}
      />
      <BetFilters onChange={setFilter} list={listed} />
      <Pages
        of={listed}
        empty={
          <Empty Icon={ReceiptText} text={t(nothing[state])}>
            <Link to="/" replace className={buttonClass('brand')}>
              {t('orders.toGames')}
            </Link>
          </Empty>
        }
      >
        {(bet) => <BetRow key={bet.id} bet={bet} />}
      </Pages>
    </main>
  )
}
