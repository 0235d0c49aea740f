import { queryOptions, useQuery } from '@tanstack/react-query'
import { Check, Search } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { servedCountries } from '#contract/site'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { goBack } from '../../../shell/navigation.ts'
import { askedNation } from '../../../state/nation.ts'
import { IndexBar } from './IndexBar.tsx'
import { type Nation, type Section, findNations, sectionsOf } from './sections.ts'

const servedQuery = queryOptions({
  queryKey: ['site', 'countries'],
  queryFn: () => call(servedCountries, {}),
  staleTime: 60_000,
})

/** Picks a country for the form that asked, and goes back to it. */
export function NationPage() {
  const { t, locale } = useWords()
  const [asked] = useState(askedNation)
  const [typed, setTyped] = useState('')
  // Without an answer all countries are offered: the server refuses those that it does not serve.
  const { data: served } = useQuery(servedQuery)
  const all = useMemo(() => sectionsOf(locale, served?.notServed), [locale, served])
  // What was typed stands at once; the list of all countries may take a moment longer.
  const sought = useDeferredValue(typed)
  const sections = useMemo(() => (sought.trim() ? findNations(all, sought) : all), [all, sought])
  const isWhole = sections === all
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [])
  const jump = (at: number) => {
    const scroller = list.current!
    scroller.scrollTop = scroller.querySelectorAll('section')[at]!.offsetTop
  }
  const choose = useCallback(
    ({ country }: Nation) => {
      asked?.give(country)
      goBack()
    },
    [asked],
  )
  return (
    // As high as the window under the top bar, so that the search field and the index stay where they are.
    <main className="flex h-[calc(100dvh-3.5rem-env(safe-area-inset-top)-1px)] flex-col">
      <div className="relative border-b border-line bg-surface px-4 py-3">
        <Search aria-hidden className="pointer-events-none absolute top-6 left-7 size-5 text-quiet" />
        <input
          type="search"
          aria-label={t('nation.search')}
          placeholder={t('nation.search')}
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-h-11 w-full rounded-card border border-line bg-background pr-3 pl-10 text-base text-text placeholder:text-quiet"
        />
      </div>
      <div className="relative min-h-0 flex-1">
        <div
          ref={list}
          className={`relative h-full overflow-y-auto overscroll-contain ${isWhole ? 'bg-surface pr-8' : ''}`}
        >
          {sections.map((section) => (
            <NationSection key={section.label} of={section} now={asked?.now} onChoose={choose} />
          ))}
          {sections.length === 0 ? <p className="p-6 text-center text-quiet">{t('nation.none')}</p> : null}
        </div>
        {isWhole ? <IndexBar label={t('nation.index')} heads={all.map(({ label }) => label)} onJump={jump} /> : null}
      </div>
      <output className="sr-only">
        {t('nation.found', { count: sections.reduce((sum, { nations }) => sum + nations.length, 0) })}
      </output>
    </main>
  )
}

type SectionProps = { of: Section; now: string | undefined; onChoose: (nation: Nation) => void }

const NationSection = memo(function NationSection({ of: { label, nations }, now, onChoose }: SectionProps) {
  return (
    <section>
      <h2 className="sticky top-0 bg-background px-4 py-1 text-sm font-semibold text-quiet">{label}</h2>
      <ul className="divide-y divide-line bg-surface">
        {nations.map((nation) => (
          <li key={nation.country}>
            <button
              type="button"
              aria-current={nation.country === now ? true : undefined}
              onClick={() => onChoose(nation)}
              className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left aria-[current]:font-semibold aria-[current]:text-brand"
            >
              <span className="min-w-0 flex-1">{nation.name}</span>
              {nation.country === now ? <Check aria-hidden className="size-5 shrink-0" /> : null}
              <span className="shrink-0 font-normal text-quiet tabular-nums">+{nation.callingCode}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
})
