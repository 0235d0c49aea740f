import { useQuery } from '@tanstack/react-query'
import { Download, Wallet } from 'lucide-react'
import { fill } from '#contract/texts'
import type { Output } from '#contract/endpoint'
import type { liabilityTotals } from '#contract/money/liabilities'
import { timeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { liabilityTotalsQuery } from '../../../queries/money.ts'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { Empty } from '../../pay/Empty.tsx'
import { Notice } from '../../pay/Notice.tsx'
import { Added, Command, Meaning, Section } from './Meaning.tsx'
import { type OwedTexts, owedTextsQuery } from './owed-texts.ts'
import { TotalsChart } from './TotalsChart.tsx'

type Totals = Output<typeof liabilityTotals>
type Newest = NonNullable<Totals['newest']>

/** What the house owes all players together, hour by hour, and how anybody checks it. */
export function OwedPage() {
  const { locale } = useWords()
  const texts = useQuery(owedTextsQuery(locale))
  const asked = useQuery(liabilityTotalsQuery)
  const says = texts.data
  if (!says || !asked.data) return <PendingPage for={texts.error ? texts : asked} />
  const { newest, keptDays } = asked.data
  return (
    <main className="flex flex-1 flex-col gap-5 p-4 pb-8">
      {newest ? (
        <Total says={says} newest={newest} />
      ) : (
        <Empty picture="chart" text={says.all.emptyTitle} about={says.all.empty} />
      )}
      <p>{says.all.about}</p>
      <Rows>
        <Row Icon={Wallet} label={says.all.mine} to="/my/owed" />
      </Rows>
      {newest ? (
        <>
          <TotalsChart says={says} totals={asked.data} />
          <Missed says={says} totals={asked.data} />
          <Added says={says} owed={newest.owed} total={newest.total} />
        </>
      ) : null}
      <Meaning says={says} />
      {newest ? (
        <>
          <Facts says={says} newest={newest} />
          {newest.list ? <List says={says} href={newest.list} keptDays={keptDays} /> : null}
        </>
      ) : null}
      <Section title={says.all.checkTitle}>
        <p>{says.all.check}</p>
        <Command>{`npm run verify -- liabilities ${location.origin}`}</Command>
      </Section>
    </main>
  )
}

function Total({ says, newest: { total, number, at } }: { says: OwedTexts; newest: Newest }) {
  const { locale } = useWords()
  return (
    <section className="rounded-card bg-brand-soft p-4">
      <h2 className="text-sm">{says.all.title}</h2>
      <p className="text-2xl font-bold">
        <Amount value={total} locale={locale} />
      </p>
      <p className="text-sm text-quiet">
        {fill(says.all.at, { number: new Intl.NumberFormat(locale).format(number), time: timeText(at, locale) })}
      </p>
    </section>
  )
}

function Missed({ says, totals: { missed, keptDays } }: { says: OwedTexts; totals: Totals }) {
  const { locale } = useWords()
  const count = new Intl.NumberFormat(locale)
  const days = count.format(keptDays)
  return (
    <Section title={says.all.missedTitle}>
      {missed.hours === 0 ? (
        <p>{fill(says.all.missedNone, { days })}</p>
      ) : (
        <Notice tone="warning">
          <p>{fill(says.all.missed, { count: count.format(missed.hours), days })}</p>
          <ul className="flex flex-wrap gap-x-3 pt-1 tabular-nums">
            {missed.newest.slice(0, 8).map((hour) => (
              <li key={hour}>{timeText(hour, locale)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Section>
  )
}

function Facts({ says, newest: { leaves, root, index, ledger } }: { says: OwedTexts; newest: Newest }) {
  const { locale } = useWords()
  const count = new Intl.NumberFormat(locale)
  const facts = [
    [says.all.leaves, count.format(leaves)],
    [says.all.index, count.format(index)],
    [says.all.root, root],
    ...(ledger ? [[fill(says.all.ledger, { number: count.format(ledger.number) }), ledger.hash] as const] : []),
  ] as const
  return (
    <Section title={says.all.factsTitle}>
      <dl className="flex flex-col gap-3 rounded-card bg-surface p-4 text-sm shadow-card">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-quiet">{name}</dt>
            <dd className="font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function List({ says, href, keptDays }: { says: OwedTexts; href: string; keptDays: number }) {
  const { locale } = useWords()
  return (
    <Section title={says.all.listTitle}>
      <p>{fill(says.all.list, { days: new Intl.NumberFormat(locale).format(keptDays) })}</p>
      <a href={href} download={`clearball-${href.split('/').at(-1)}`} className={buttonClass('quiet')}>
        <Download aria-hidden className="size-5 shrink-0" />
        {says.all.download}
      </a>
    </Section>
  )
}
