import type { ReactNode } from 'react'
import type { Cents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import type { OwedTexts } from './owed-texts.ts'

type Owed = { readonly available: Cents; readonly held: Cents; readonly repeatOrders: Cents; readonly stakes: Cents }
const names = ['available', 'held', 'repeatOrders', 'stakes'] as const

/** What was added up, each part by its name, and the sum. */
export function Added({ says, owed, total }: { says: OwedTexts; owed: Owed; total: Cents }) {
  const { locale } = useWords()
  const line = 'flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2'
  return (
    <Section title={says.addedTitle}>
      <dl className="divide-y divide-line rounded-card bg-surface py-1 shadow-card">
        {names.map((name) => (
          <div key={name} className={line}>
            <dt className="text-quiet">{says[name]}</dt>
            <dd className="ml-auto">
              <Amount value={owed[name]} locale={locale} />
            </dd>
          </div>
        ))}
        <div className={`${line} font-semibold`}>
          <dt>{says.together}</dt>
          <dd className="ml-auto">
            <Amount value={total} locale={locale} />
          </dd>
        </div>
      </dl>
    </Section>
  )
}

/** What follows from a proof and what does not. */
export function Meaning({ says }: { says: OwedTexts }) {
  return (
    <>
      <Section title={says.provesTitle}>
        <p>{says.proves}</p>
      </Section>
      <Section title={says.notTitle}>
        <p>{says.not}</p>
      </Section>
    </>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** A command for the reader's own computer. */
export function Command({ children }: { children: string }) {
  return <code className="rounded-card bg-surface p-3 text-sm wrap-anywhere">{children}</code>
}
