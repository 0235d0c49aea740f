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
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Input } from '../../parts/Form.tsx'
import { Age } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Decision } from '../../reviews/Decision.tsx'
import { Flags } from '../../reviews/Flags.tsx'
import { PlayerGlance } from '../../reviews/PlayerGlance.tsx'
import { ReviewQueue } from '../../reviews/ReviewQueue.tsx'
import { StepList } from '../../reviews/StepList.tsx'
import { useMay, useMe } from '../../shell/me.ts'

/** Withdrawals that wait to be paid out. */
export function WithdrawalsPage() {
  return (
    <ReviewQueue
      queue="withdrawals"
      list={() => call(queueWithdrawals, {})}
      look={(id) => call(viewWithdrawalAsOperator, { id })}
      take={(id) => call(takeWithdrawal, { id })}
      giveBack={(id) => call(releaseWithdrawal, { id })}
      renderLine={({ amount, walletKind, needsTwo, agreedBy }) => (
        <>
          <span className="text-quiet">
            <Money value={amount} /> · {t(`wallet.${walletKind}`)}
          </span>
          {needsTwo && !agreedBy ? <Badge tone="warning">{t('case.needsTwo')}</Badge> : null}
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
