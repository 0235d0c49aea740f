import type { ReactNode } from 'react'
import { t } from '../../i18n/words.ts'
import { Scroller } from './Scroller.tsx'

type Head = string | { readonly figure: string }

type Props = { label: string; heads: readonly Head[]; children: readonly ReactNode[] | undefined }

/** A table with heads. It says when it is still loading and when it is empty. */
export function Table({ label, heads, children }: Props) {
  if (!children) return <p className="text-sm text-quiet">{t('loading')}</p>
  if (children.length === 0) return <p className="text-sm text-quiet">{t('nothing')}</p>
  return (
    <Scroller label={label} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm wrap-break-word">
        <thead>
          <tr className="border-b border-line text-xs text-quiet">
            {heads.map((head) => {
              const [name, side] = typeof head === 'string' ? [head, 'text-left'] : [head.figure, 'text-right']
              return (
                <th
                  key={name}
                  scope="col"
                  className={`px-2 py-2 align-bottom font-medium break-keep xl:whitespace-nowrap ${side}`}
                >
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <tr className="border-b border-line last:border-0 hover:bg-brand-soft/50">{children}</tr>
}

/** Figures stand under one another. */
export function Cell({ children, isFigure = false }: { children?: ReactNode; isFigure?: boolean }) {
  return <td className={`px-2 py-2 align-top ${isFigure ? 'text-right tabular-nums' : ''}`}>{children}</td>
}
