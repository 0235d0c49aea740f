import type { ReactNode } from 'react'
import { t } from '../i18n/words.ts'

/** A name, the value now, the value after the change and their unit; null where there is none. */
export type Line = readonly [name: string, before: ReactNode, after: ReactNode, unit?: string]

/** The values now beside those after the change, so that nobody agrees to a change without seeing both. */
export function BeforeAfter({ of, isDecided = false }: { of: readonly Line[]; isDecided?: boolean }) {
  const [before, after] = isDecided
    ? [t('change.before'), t('change.after')]
    : [t('change.now'), t('change.ifApproved')]
  const hasUnit = of.some(([, , , unit]) => unit)
  return (
    <table className="w-full table-fixed border-collapse text-sm wrap-break-word">
      <thead>
        <tr className="text-xs text-quiet">
          <th scope="col" className="w-1/4">
            <span className="sr-only">{t('change.what')}</span>
          </th>
          <th scope="col" className="p-1 text-left font-medium">
            {before}
          </th>
          <th scope="col" className="p-1 text-left font-medium">
            {after}
          </th>
          {hasUnit ? (
            <th scope="col" className="w-1/6 p-1 text-left font-medium">
              {t('change.unit')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {of.map(([name, was, becomes, unit]) => (
          <tr key={name} className="border-t border-line/60 align-baseline">
            <th scope="row" className="py-1 pr-2 text-left font-normal text-quiet">
              {name}
            </th>
            <td className="p-1 text-quiet">{was ?? '–'}</td>
            <td className="p-1 font-medium">{becomes ?? '–'}</td>
            {hasUnit ? <td className="p-1 text-quiet">{unit}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
