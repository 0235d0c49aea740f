import { useQuery } from '@tanstack/react-query'
import { BookOpen, ChartColumn, IdCard, ScrollText, Scale, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '#contract/texts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'
import { aboutTextsQuery, houseTextsQuery } from './about-texts.ts'

export function AboutPage() {
  const { t, locale } = useWords()
  const texts = useQuery(aboutTextsQuery(locale))
  const site = useQuery(siteQuery)
  const house = useQuery(houseTextsQuery(locale))
  const { data: me } = useQuery(meQuery)
  const failed = [texts, site, house].find(({ error }) => error)
  if (!texts.data || !site.data || !house.data)
    return (
      <main className="flex-1 p-4">
        {failed ? (
          <FetchError error={failed.error} onRetry={failed.refetch} />
        ) : (
          <output aria-label={t('common.loading')} className="block h-96 rounded-card bg-surface" />
        )}
      </main>
    )
  const says = texts.data
  const { mode, beacon, version } = site.data
  // What is configured stands first and for itself; the house may add to it, never replace it.
  const licences = [site.data.licence, house.data.licence].filter((text) => text !== null)
  return (
    <main className="flex flex-1 flex-col gap-5 p-4 pb-8">
      <Section title={says.whoTitle}>
        <p className="wrap-anywhere whitespace-pre-line">
          {house.data.about ?? (mode === 'demo' ? says.whoDemo : says.whoReal)}
        </p>
      </Section>
      {licences.length > 0 ? (
        <Section title={says.licenceTitle}>
          {licences.map((text) => (
            <p key={text} className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          ))}
        </Section>
      ) : null}
      <Section title={says.oddsTitle}>
        <p>{says.odds}</p>
        <Rows>
          <Row Icon={BookOpen} label={t('rules.title')} to="/play/rules" />
          <Row Icon={ScrollText} label={t('my.terms')} to="/my/terms" />
        </Rows>
      </Section>
      <Section title={says.drawsTitle}>
        <p>{says.draws}</p>
        <p className={beacon === 'house' ? 'text-warning' : ''}>
          {beacon === 'house' ? says.beaconHouse : says.beaconPublic}
        </p>
      </Section>
      <Section title={says.checkTitle}>
        <p>{says.check}</p>
        <Rows>
          <Row Icon={ShieldCheck} label={t('past.draws')} to="/play/draws" />
          <Row Icon={ChartColumn} label={t('fair.statistics')} to="/fair/statistics" />
          <Row Icon={Scale} label={t('owed.all')} to="/fair/owed" />
        </Rows>
      </Section>
      <Section title={says.keptTitle}>
        <p>{says.kept}</p>
        {me ? (
          <Rows>
            <Row Icon={IdCard} label={t('my.profile')} to="/my/userdata" />
          </Rows>
        ) : null}
      </Section>
      <p className="text-center text-sm text-quiet">Clearball · {fill(says.version, { version })}</p>
    </main>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
