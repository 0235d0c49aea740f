import type { Ref } from 'react'
import {
  agreeWithdrawal,
  passWithdrawal,
  queueWithdrawals,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
  viewWithdrawalAsOperator,
} from '#contract/console/withdrawals'
import { handOverWithdrawal } from '#contract/console/work/shifts'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { Tabs } from '../../lists/Tabs.tsx'
import type { PageProps } from '../../pages.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Input } from '../../parts/Form.tsx'
import { Age, Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { CaseView } from '../../reviews/CaseView.tsx'
import { Decision } from '../../reviews/Decision.tsx'
import { Flags } from '../../reviews/Flags.tsx'
import { PlayerGlance } from '../../reviews/PlayerGlance.tsx'
import { ReviewQueue } from '../../reviews/ReviewQueue.tsx'
import { StepList } from '../../reviews/StepList.tsx'
import { useMay, useMe } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'

const ways = {
  queue: 'withdrawals',
  kind: 'withdrawal',
  look: (id: string) => call(viewWithdrawalAsOperator, { id }),
  take: (id: string) => call(takeWithdrawal, { id }),
  giveBack: (id: string) => call(releaseWithdrawal, { id }),
  handOver: (id: string, handed: { account: string; note: string }) => call(handOverWithdrawal, { id, ...handed }),
} as const

/** Withdrawals that wait to be paid out, the list of all, or the one that the path names. */
export function WithdrawalsPage({ rest }: PageProps) {
  if (rest === 'all') return <All />
  return rest ? <One key={rest} id={rest} /> : <Queue />
}

function All() {
  return (
    <ListPage
      name="withdrawals"
      title={t('queue.withdrawals')}
      path="/withdrawals/all"
      tabs={<Tabs path="/withdrawals" first={t('list.queue')} />}
      opens={({ id }) => `/withdrawals/${id}`}
    />
  )
}

function One({ id }: { id: string }) {
  return (
    <CaseView
      id={id}
      title={t('kind.withdrawal')}
      ways={ways}
      decision={({ decided }) => [
        [t('field.payoutReference'), decided!.payoutReference],
        [t('field.reason'), decided!.reason && `${sharedWords().withdrawal_reason[decided!.reason]}: ${decided!.text}`],
      ]}
      renderCase={(seen, onDone) => <Payout seen={seen} onDone={onDone} />}
    />
  )
}

function Queue() {
  return (
    <ReviewQueue
      queue="withdrawals"
      list={() => call(queueWithdrawals, {})}
      ways={ways}
      renderLine={({ amount, walletKind, needsTwo, agreedBy }) => (
        <>
          <span className="text-quiet">
            <Money value={amount} /> · {t(`wallet.${walletKind}`)}
          </span>
          {needsTwo && !agreedBy ? <Badge tone="warning">{t('list.field.needsTwo')}</Badge> : null}
          {agreedBy ? <Badge tone="good">{t('case.agreed', { name: agreedBy })}</Badge> : null}
        </>
      )}
      renderCase={(seen, onDone) => <Payout seen={seen} onDone={onDone} />}
    />
  )
}

type Seen = Output<typeof viewWithdrawalAsOperator>
type Props = { seen: Seen; onDone: (said: string) => void }

function Payout({ seen, onDone }: Props) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Request seen={seen} />
        <Destination seen={seen} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Decide seen={seen} onDone={onDone} />
        <PlayerGlance playerId={seen.playerId} />
      </div>
    </div>
  )
}

function Request({ seen }: { seen: Seen }) {
  return (
    <Panel title={t('case.about')}>
      <div className="flex flex-col gap-3">
        <Flags of={seen.flags} />
        {seen.needsTwo ? <Badge tone="warning">{t('case.needsTwo')}</Badge> : null}
        {seen.hold ? <HeldFor hold={seen.hold} /> : null}
        <Facts
          of={[
            [t('field.account'), seen.account],
            [t('field.amount'), <Money key="a" value={seen.amount} />],
            [t('field.fee'), <Money key="f" value={seen.fee} />],
            [
              t('field.actual'),
              <strong key="n" className="text-lg">
                <Money value={seen.actual} />
              </strong>,
            ],
            [t('step.agreed'), seen.agreedBy],
          ]}
        />
        <StepList steps={seen.steps} />
      </div>
    </Panel>
  )
}

/** The case that somebody has to look at before the withdrawal can be paid. */
function HeldFor({ hold: { caseId, number, until } }: { hold: NonNullable<Seen['hold']> }) {
  return (
    <p className="rounded-lg border border-warning bg-warning-soft p-2 text-sm">
      <Link to={`/signals/${caseId}`} className="font-semibold text-brand underline">
        {t('holds.flag', { number })}
      </Link>{' '}
      {t('holds.until')} <Moment at={until} />
    </p>
  )
}

/** Where the money goes, with the certified name beside the wallet's, to be compared. */
function Destination({ seen: { wallet, legalName, sharedWith } }: { seen: Seen }) {
  const plain = (text: string | null) => text && <span className="font-mono text-xs">{text}</span>
  return (
    <Panel title={t(`wallet.${wallet.kind}`)}>
      <Facts
        of={[
          [t('field.legalName'), legalName ?? '–'],
          [t('field.cardholder'), wallet.cardholder],
          [t('field.network'), wallet.network],
          [t('field.address'), plain(wallet.address)],
          [t('field.bankName'), wallet.bankName],
          [t('field.bankAddress'), wallet.bankAddress],
          [t('field.cardNumber'), plain(wallet.cardNumber)],
          [t('field.routing'), plain(wallet.routing)],
          [t('field.cardPhone'), wallet.cardPhone],
          [t('field.contact'), wallet.contact],
          [t('field.walletAge'), <Age key="age" since={wallet.createdAt} />],
          [t('field.sharedWith'), sharedWith.length > 0 ? sharedWith.join(', ') : null],
        ]}
      />
    </Panel>
  )
}

function Decide({ seen, onDone }: Props) {
  const { id, needsTwo, agreedBy } = seen
  const me = useMe()
  const mayPass = useMay('withdrawals.pass')
  const canPassNow = mayPass && (!needsTwo || (agreedBy !== null && agreedBy !== me.account))
  const pass = {
    name: t('case.pass'),
    look: 'brand',
    run: ({ reference = '' }: Readonly<Record<string, string>>) =>
      call(passWithdrawal, { id, payoutReference: reference }),
    said: t('case.passed'),
  } as const
  const agree = {
    name: t('case.agree'),
    look: 'quiet',
    run: () => call(agreeWithdrawal, { id }),
    said: t('case.agreedNow'),
  } as const
  return (
    <Decision
      renderFields={(first: Ref<HTMLInputElement>) =>
        canPassNow ? (
          <Input ref={first} label={t('field.payoutReference')} name="reference" autoComplete="off" required />
        ) : null
      }
      ways={[canPassNow ? pass : agree]}
      reasons={sharedWords().withdrawal_reason}
      reject={({ reason, text = '' }) => call(rejectWithdrawal, { id, reason, text })}
      onDone={onDone}
    />
  )
}
