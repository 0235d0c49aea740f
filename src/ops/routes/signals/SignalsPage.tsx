import { type CaseState, caseStates } from '#core/signals/case'
import { t } from '../../i18n/words.ts'
import type { PageProps } from '../../pages.ts'
import { PageHead } from '../../parts/Panel.tsx'
import { Link } from '../../shell/place.tsx'
import { CaseList } from './CaseList.tsx'
import { CaseView } from './CaseView.tsx'
import { Rules } from './Rules.tsx'

const tabs = [...caseStates, 'rules'] as const
const isTab = (text: string): text is (typeof tabs)[number] => (tabs as readonly string[]).includes(text)

/** Cases of signals by state, the rules that find them, and one case. Each has its own address. */
export function SignalsPage({ rest }: PageProps) {
  const tab = rest === '' ? 'open' : rest
  if (!isTab(tab)) return <CaseView key={rest} id={rest} />
  return (
    <>
      <PageHead title={t('signals.title')} />
      <nav aria-label={t('signals.title')} className="mb-4 flex flex-wrap gap-2">
        {tabs.map((each) => (
          <Link
            key={each}
            to={each === 'open' ? '/signals' : `/signals/${each}`}
            aria-current={each === tab ? 'page' : undefined}
            className={`inline-flex min-h-9 items-center rounded-lg border px-3 text-sm font-semibold ${each === tab ? 'border-brand bg-brand-soft text-brand' : 'border-line bg-surface hover:bg-brand-soft'}`}
          >
            {t(`signals.tab.${each}`)}
          </Link>
        ))}
      </nav>
      {tab === 'rules' ? <Rules /> : <CaseList key={tab} state={tab satisfies CaseState} />}
    </>
  )
}
