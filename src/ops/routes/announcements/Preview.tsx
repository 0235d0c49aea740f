import type { ReactNode } from 'react'
import type { writeAnnouncement } from '#contract/console/texts'
import type { Input } from '#contract/endpoint'
import { fallbackLocale } from '#contract/locales'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { languageName } from '../../parts/languages.ts'
import { Moment } from '../../parts/Moment.tsx'
import { written } from './written.ts'

type Props = { of: Input<typeof writeAnnouncement>; onClose: () => void; children: ReactNode }

/** What players of each language will read, before anybody can. */
export function Preview({ of: { texts, from, until }, onClose, children }: Props) {
  return (
    <Dialog title={t('drafts.previewTitle')} onClose={onClose}>
      <Facts
        of={[
          [t('announcements.from'), from === undefined ? t('proposals.atOnce') : <Moment key="f" at={from} />],
          [t('announcements.until'), <Moment key="u" at={until} />],
        ]}
      />
      <ul className="mt-3 flex flex-col gap-2">
        {written.map((locale) => {
          const text = texts[locale]
          return (
            <li key={locale} className="rounded-lg border border-line bg-background p-2">
              <p className="text-xs text-quiet">
                {languageName(locale)}
                {text === undefined ? ` · ${t('drafts.fallsBack', { language: languageName(fallbackLocale) })}` : ''}
              </p>
              <p lang={text === undefined ? fallbackLocale : locale} className="text-sm wrap-anywhere">
                {text ?? texts[fallbackLocale]}
              </p>
            </li>
          )
        })}
      </ul>
      <div className="sticky bottom-0 mt-4 flex flex-wrap gap-2 bg-surface pt-2">
        {children}
        <Button onClick={onClose}>{t('drafts.back')}</Button>
      </div>
    </Dialog>
  )
}
