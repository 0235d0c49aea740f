import type { Ref } from 'react'
import {
  agreeDeposit,
  passDeposit,
  queueDeposits,
  rejectDeposit,
  releaseDeposit,
  takeDeposit,
  viewDepositAsOperator,
} from '#contract/console/deposits'
import { Refused } from '#contract/client'
import type { Output } from '#contract/endpoint'
import { amountText, readAmount, typedAmount } from '#core/money/amount-text'
import type { Cents } from '#core/money/cents'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Input } from '../../parts/Form.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Decision } from '../../reviews/Decision.tsx'
import { Picture } from '../../reviews/Picture.tsx'
import { PlayerGlance } from '../../reviews/PlayerGlance.tsx'
import { ReviewQueue } from '../../reviews/ReviewQueue.tsx'
import type { PageProps } from '../../pages.ts'
import { useMay, useMe } from '../../shell/me.ts'
import { AboutTopUp } from './AboutTopUp.tsx'
import { TopUpView } from './TopUpView.tsx'

/** Top-ups that wait for somebody to see that the money arrived, or the one that the path names. */
export function DepositsPage({ rest }: PageProps) {
  return rest ? <TopUpView key={rest} id={rest} /> : <Queue />
}

function Queue() {
  return (
    <ReviewQueue
      queue="deposits"
      list={() => call(queueDeposits, {})}
      look={(id) => call(viewDepositAsOperator, { id })}
      take={(id) => call(takeDeposit, { id })}
      giveBack={(id) => call(releaseDeposit, { id })}
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
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Panel title={t('picture.voucher')}>
          <Picture id={seen.voucherId} name={t('picture.voucher')} />
        </Panel>
        <PlayerGlance playerId={seen.playerId} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <AboutTopUp topUp={seen} />
        <Decide seen={seen} onDone={onDone} />
      </div>
      {seen.alike.length > 0 ? <Alike seen={seen} /> : null}
    </div>
  )
}

/** The typed amount in cents; what is no amount is refused with the server's own sentence. */
function amountOf(text: string | undefined): Cents {
  const amount = readAmount(text ?? '', spoken())
  if (amount === null) throw new Refused(text?.trim() ? 'amount_abnormal' : 'amount_missing')
  return amount
}

function Decide({ seen, onDone }: Props) {
  const { id, needsTwo, agreed } = seen
  const me = useMe()
  const mayPass = useMay('deposits.pass')
  const pass = {
    name: t('case.pass'),
    look: 'brand',
    run: async ({ received }: Readonly<Record<string, string>>) =>
      call(passDeposit, { id, received: amountOf(received) }),
    said: t('case.passed'),
  } as const
  const agree = {
    name: t('case.agree'),
    look: 'quiet',
    run: async ({ received }: Readonly<Record<string, string>>) =>
      call(agreeDeposit, { id, received: amountOf(received) }),
    said: t('case.agreedNow'),
  } as const
  const canPassNow = mayPass && (!needsTwo || (agreed !== null && agreed.by !== me.account))
  return (
    <Decision
      renderFields={(first: Ref<HTMLInputElement>) => (
        <Input
          ref={first}
          label={t('field.received')}
          name="received"
          inputMode="decimal"
          autoComplete="off"
          placeholder={typedAmount(seen.amount, spoken())}
          required
        />
      )}
      ways={canPassNow ? [pass, ...(agreed ? [] : [agree])] : [agree]}
      reasons={sharedWords().deposit_reason}
      reject={(given) => call(rejectDeposit, { id, ...given })}
      onDone={onDone}
    />
  )
}

function Alike({ seen }: { seen: SeenDeposit }) {
  const share = (hundredths: number) =>
    new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000)
  return (
    <Panel title={t('alike.title')} className="xl:col-span-2">
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
