import { type ReactNode, useId } from 'react'
import { useWords } from '../../../i18n/words.ts'
import { Break } from './Break.tsx'
import { LimitTabs } from './LimitTabs.tsx'
import { RealityChoice } from './RealityChoice.tsx'

/**
 * What players decide beforehand, to keep hold of their play: lowered at once, raised after a day and a second thought.
 */
export function LimitsPage() {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col gap-6 p-4 pb-8">
      <LimitTabs />
      <Part title={t('protection.reality')} about={t('protection.realityAbout')}>
        <RealityChoice />
      </Part>
      <Part title={t('protection.break')} about={t('protection.breakAbout')}>
        <Break />
      </Part>
    </main>
  )
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="text-sm text-quiet">{about}</p>
      {children}
    </section>
  )
}
