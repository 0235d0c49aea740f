import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused } from '#contract/client'
import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import { type DepositCurrency, openDepositsMost } from '#core/rules/money/deposit'
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

type Options = Output<typeof depositOptions>

export function TopUpPage() {
  const { t } = useWords()
  const asked = useQuery(depositOptionsQuery)
  const { data: site } = useQuery(siteQuery)
  const { data: me } = useQuery(meQuery)
  if (!asked.data) return <PendingPage for={asked} />
  const { blockedBy } = asked.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      {site?.mode === 'demo' ? <Notice tone="warning">{t('topUp.demo')}</Notice> : null}
      <BalanceCard />
      {me?.exclusion ? (
        <ExclusionNotice exclusion={me.exclusion} />
      ) : blockedBy ? (
        <Blocked by={blockedBy} />
      ) : (
        <Ways options={asked.data} />
      )}
    </main>
  )
}

/** Nothing to pay to is shown to somebody whose payment could not be credited. */
function Blocked({ by }: { by: NonNullable<Options['blockedBy']> }) {
  const error = new Refused(by, { max: String(openDepositsMost) })
  return (
    <Notice tone="danger">
      <Outcome of={{ error, isPending: false, failureCount: 0 }} />
    </Notice>
  )
}

function Ways({ options }: { options: Options }) {
  const { t, locale } = useWords()
  const { usdt, card, minimum } = options
  const [way, setWay] = useState<DepositCurrency>('usdt')
  const [network, setNetwork] = useState(usdt[0]?.network)
  const address = usdt.find((each) => each.network === network) ?? usdt[0]
  const receivingId = way === 'usdt' ? address?.receivingId : card?.receivingId
  return (
    <>
      <Segments
        label={t('record.way')}
        options={[
          { value: 'usdt', text: 'USDT' },
          { value: 'bank', text: t('money.bank') },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'usdt' ? <ByUsdt addresses={usdt} address={address} onNetwork={setNetwork} /> : <ByCard card={card} />}
      {receivingId ? (
        <>
          <Rows>
            <Row label={t('topUp.minimum')} value={<Amount value={minimum} locale={locale} />} />
            <Row label={t('limits.decide')} to="/my/limits" />
          </Rows>
          <DepositForm receivingId={receivingId} currency={way} minimum={minimum} />
        </>
      ) : null}
    </>
  )
}
