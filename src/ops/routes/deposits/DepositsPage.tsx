import { queueDeposits } from '#contract/console/deposits'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { ListPage } from '../../lists/ListPage.tsx'
import { Tabs } from '../../lists/Tabs.tsx'
import { Money } from '../../parts/Money.tsx'
import { ReviewQueue } from '../../reviews/ReviewQueue.tsx'
import type { PageProps } from '../../pages.ts'
import { DecideTopUp } from './DecideTopUp.tsx'
import { TopUpCase } from './TopUpCase.tsx'
import { TopUpView } from './TopUpView.tsx'
import { topUpWays } from './ways.ts'

/** Top-ups that wait for somebody to see that the money arrived, or the one that the path names. */
export function DepositsPage({ rest }: PageProps) {
  if (rest === 'all') return <All />
  return rest ? <TopUpView key={rest} id={rest} /> : <Queue />
}

function All() {
  return (
    <ListPage
      name="deposits"
      title={t('queue.deposits')}
      path="/deposits/all"
      tabs={<Tabs path="/deposits" first={t('list.queue')} />}
      opens={({ id }) => `/deposits/${id}`}
    />
  )
}

function Queue() {
  return (
    <ReviewQueue
      queue="deposits"
      list={() => call(queueDeposits, {})}
      ways={topUpWays}
      renderLine={({ amount, currency, agreedBy }) => (
        <>
          <span className="text-quiet">
            <Money value={amount} /> · {t(`currency.${currency}`)}
          </span>
          {agreedBy ? <Badge tone="good">{t('case.agreed', { name: agreedBy })}</Badge> : null}
        </>
      )}
      renderCase={(seen, onDone) => (
        <TopUpCase topUp={seen}>
          <DecideTopUp seen={seen} onDone={onDone} />
        </TopUpCase>
      )}
    />
  )
}
