import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buttonClass } from '#ui/Button'
import { Segments } from '#ui/Segments'
import { type Key, useWords } from '../../../i18n/words.ts'
import { type BetFilter, type ShownBet, betsQuery } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { Empty } from '../Empty.tsx'
import { Pages } from '../Pages.tsx'
import { BetFilters } from './BetFilters.tsx'
import { BetRow } from './BetRow.tsx'

type State = ShownBet['state']

const nothing: Record<State, { text: Key; about: Key }> = {
  betting: { text: 'orders.nothingBetting', about: 'orders.bettingAbout' },
  pending: { text: 'orders.nothingPending', about: 'orders.pendingAbout' },
  completed: { text: 'orders.nothingCompleted', about: 'orders.completedAbout' },
}

export function BetOrdersPage() {
  const { t } = useWords()
  const [state, setState] = useState<State>('betting')
  const [filter, setFilter] = useState<BetFilter>({})
  const listed = useInfiniteQuery(betsQuery({ ...filter, state }))
  return (
    <main className="flex flex-1 flex-col gap-3 p-4 pb-8">
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
          <Empty picture="slip" text={t(nothing[state].text)} about={t(nothing[state].about)}>
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
