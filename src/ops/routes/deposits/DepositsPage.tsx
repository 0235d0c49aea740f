import { queueDeposits, type viewDepositAsOperator } from '#contract/console/deposits'
import type { Output } from '#contract/endpoint'
import { amountText } from '#core/money/amount-text'
import { call } from '../../client.ts'
import { spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { ListPage } from '../../lists/ListPage.tsx'
import { Tabs } from '../../lists/Tabs.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Picture } from '../../reviews/Picture.tsx'
import { PictureCase } from '../../reviews/PictureCase.tsx'
import { ReviewQueue } from '../../reviews/ReviewQueue.tsx'
import type { PageProps } from '../../pages.ts'
import { AboutTopUp } from './AboutTopUp.tsx'
import { DecideTopUp } from './DecideTopUp.tsx'
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
      renderCase={(seen, onDone) => <TopUp seen={seen} onDone={onDone} />}
    />
  )
}

type SeenDeposit = Output<typeof viewDepositAsOperator>
type Props = { seen: SeenDeposit; onDone: (said: string) => void }

function TopUp({ seen, onDone }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <PictureCase
        playerId={seen.playerId}
        picture={
          <Panel title={t('picture.voucher')}>
            <Picture id={seen.voucherId} name={t('picture.voucher')} />
          </Panel>
        }
      >
        <AboutTopUp topUp={seen} />
        <DecideTopUp seen={seen} onDone={onDone} />
      </PictureCase>
      {seen.alike.length > 0 ? <Alike seen={seen} /> : null}
    </div>
  )
}

function Alike({ seen }: { seen: SeenDeposit }) {
  const share = (hundredths: number) =>
    new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000)
  return (
    <Panel title={t('alike.title')}>
      <div className="grid grid-cols-3 gap-3">
        <Picture id={seen.voucherId} name={t('picture.voucher')} className="h-72" />
        {seen.alike.slice(0, 5).map((other) => (
          <figure key={other.id} className="flex flex-col gap-1">
            <Picture id={other.voucherId} name={other.account} className="h-72" />
            <figcaption className="text-xs text-quiet">
              {t('alike.differs', {
                account: other.account,
                amount: amountText(other.amount, spoken()),
                share: share(other.differing),
              })}
            </figcaption>
          </figure>
        ))}
      </div>
    </Panel>
  )
}
