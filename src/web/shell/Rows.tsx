import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'

/** A card of rows that lead somewhere or state something. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-card">{children}</ul>
}

type Props = { label: string; value?: ReactNode; Icon?: LucideIcon; to?: string; onClick?: () => void }

/** One row: a link, a button or a plain statement, with its value at the end. */
export function Row({ label, value, Icon, to, onClick }: Props) {
  const look = 'flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left'
  const inside = (
    <>
      {Icon ? <Icon aria-hidden className="size-5 shrink-0 text-brand" /> : null}
      {/* A value that does not fit beside its label gets a line of its own before it is broken. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0">{label}</span>
        <span className="ml-auto min-w-0 text-right text-balance wrap-anywhere text-quiet">{value}</span>
      </span>
      {to || onClick ? <ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" /> : null}
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={look}>
          {inside}
        </Link>
      ) : onClick ? (
        <button type="button" onClick={onClick} className={look}>
          {inside}
        </button>
      ) : (
        <div className={look}>{inside}</div>
      )}
    </li>
  )
}
