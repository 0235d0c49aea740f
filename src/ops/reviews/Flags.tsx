import { type WordKey, t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'

type FlagName = Extract<WordKey, `flag.${string}`> extends `flag.${infer Name}` ? Name : never

/** Warnings for the reviewer; renders nothing where there are none. */
export function Flags({ of }: { of: readonly FlagName[] }) {
  if (of.length === 0) return null
  return (
    <ul aria-label={t('case.flags')} className="flex flex-wrap gap-1">
      {of.map((flag) => (
        <li key={flag}>
          <Badge tone="warning">{t(`flag.${flag}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}
