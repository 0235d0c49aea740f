import { useQuery } from '@tanstack/react-query'
import { fill } from '#contract/texts'
import { useWords } from '../../../i18n/words.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { Notice } from '../../pay/Notice.tsx'
import { houseTextsQuery } from '../about/about-texts.ts'
import { termsTextsQuery } from './terms-texts.ts'

/** What whoever registers agrees to: the house's own words where it wrote some, else what the product comes with. */
export function TermsPage() {
  const { t, locale } = useWords()
  const texts = useQuery(termsTextsQuery(locale))
  const house = useQuery(houseTextsQuery(locale))
  const { data: site } = useQuery(siteQuery)
  if (!texts.data) return <PendingPage for={texts} />
  if (!house.data) return <PendingPage for={house} />
  const { version, ...clauses } = texts.data
  const { terms, termsVersion } = house.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      {site?.mode === 'demo' ? <Notice tone="warning">{t('app.demo')}</Notice> : null}
      {terms === null ? (
        <ol className="flex list-decimal flex-col gap-3 pl-6">
          {Object.entries(clauses).map(([name, clause]) => (
            <li key={name}>{clause}</li>
          ))}
        </ol>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">{terms}</p>
      )}
      <Rows>
        <Row label={t('rules.title')} to="/play/rules" />
      </Rows>
      <p className="text-center text-sm text-quiet">{fill(version, { version: termsVersion })}</p>
    </main>
  )
}
