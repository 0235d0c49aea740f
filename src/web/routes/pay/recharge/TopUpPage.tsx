import { useQuery } from '@tanstack/react-query'
import { Activity, useState } from 'react'
import { Refused } from '#contract/client'
import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import type { RefusalCode } from '#contract/refusals'
import { formatCents, zeroCents } from '#core/money/cents'
import { type DepositCurrency, openDepositsMost } from '#core/rules/money/deposit'
import type { Network } from '#core/rules/money/wallet'
import { Amount } from '#ui/Amount'
import { Segments } from '#ui/Segments'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { depositOptionsQuery } from '../../../queries/money.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { ExclusionNotice } from '../../../shell/protection/ExclusionNotice.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { BalanceCard } from '../BalanceCard.tsx'
import { Notice } from '../Notice.tsx'
import { ByCard } from './ByCard.tsx'
import { ByUsdt } from './ByUsdt.tsx'
import { DepositForm } from './DepositForm.tsx'
import { type ShownAccount, useShownAccount } from './shown-account.ts'

type Options = Output<typeof depositOptions>

export function TopUpPage() {
  const asked = useQuery(depositOptionsQuery)
  if (!asked.data) return <PendingPage for={asked} />
  return <TopUp options={asked.data} />
}

/** The ways to pay. The accounts that were shown are remembered while top-ups are refused for a while. */
function TopUp({ options }: { options: Options }) {
  const { t } = useWords()
  const { data: site } = useQuery(siteQuery)
  const { data: me } = useQuery(meQuery)
  const { usdt, card, minimum, room } = options
  const isFull = typeof room === 'bigint' && room < minimum
  const blockedBy = options.blockedBy ?? (isFull ? 'deposit_limit_reached' : null)
  const isOpen = !me?.exclusion && !blockedBy
  const [way, onWay] = useState<DepositCurrency>('usdt')
  const [network, onNetwork] = useState(usdt[0]?.network)
  const address = usdt.find((each) => each.network === network)
  const byUsdt = useShownAccount(network, isOpen ? address : null)
  // No address was shown on this network and none is offered any more, so the first one offered is chosen.
  if (usdt[0] && !byUsdt.account && network !== usdt[0].network) onNetwork(usdt[0].network)
  const byCard = useShownAccount('bank', isOpen ? card : null)
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      {site?.mode === 'demo' ? <Notice tone="warning">{t('topUp.demo')}</Notice> : null}
      <BalanceCard />
      {me?.exclusion ? (
        <ExclusionNotice exclusion={me.exclusion} />
      ) : blockedBy ? (
        <Blocked by={blockedBy} options={options} />
      ) : null}
      {/* What was typed stays while top-ups are refused for a while. */}
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <Ways options={options} {...{ way, onWay, onNetwork, byUsdt, byCard }} />
      </Activity>
    </main>
  )
}

/** Nothing to pay to is shown to somebody whose payment could not be credited. */
function Blocked({ by, options }: { by: RefusalCode; options: Options }) {
  const { room, minimum } = options
  // A limit blocks top-ups where it leaves less than the smallest one.
  const limit = { room: 'below', left: formatCents(room ?? zeroCents), min: formatCents(minimum) }
  const error = new Refused(by, { max: String(openDepositsMost), ...limit })
  return (
    <Notice tone="danger">
      <Outcome of={{ error, isPending: false, failureCount: 0 }} />
    </Notice>
  )
}

type WaysProps = {
  readonly options: Options
  readonly way: DepositCurrency
  readonly onWay: (way: DepositCurrency) => void
  readonly onNetwork: (network: Network) => void
  readonly byUsdt: ShownAccount<Options['usdt'][number]>
  readonly byCard: ShownAccount<NonNullable<Options['card']>>
}

function Ways({ options: { usdt, minimum, room = null }, way, onWay, onNetwork, byUsdt, byCard }: WaysProps) {
  const { t, locale } = useWords()
  const receivingId = (way === 'usdt' ? byUsdt : byCard).account?.receivingId
  return (
    <>
      <Segments
        label={t('record.way')}
        options={[
          { value: 'usdt', text: 'USDT' },
          { value: 'bank', text: t('money.bank') },
        ]}
        value={way}
        onChange={onWay}
      />
      {way === 'usdt' ? <ByUsdt addresses={usdt} shown={byUsdt} onNetwork={onNetwork} /> : <ByCard shown={byCard} />}
      {/* What was typed stays while one looks at the other way. */}
      <Activity mode={receivingId ? 'visible' : 'hidden'}>
        <Rows>
          <Row label={t('topUp.minimum')} value={<Amount value={minimum} locale={locale} />} />
          {room === null ? (
            <Row label={t('limits.decide')} to="/my/limits" />
          ) : (
            <Row label={t('topUp.room')} value={<Amount value={room} locale={locale} />} to="/my/limits" />
          )}
        </Rows>
        <DepositForm receivingId={receivingId ?? ''} currency={way} minimum={minimum} room={room} />
      </Activity>
    </>
  )
}
