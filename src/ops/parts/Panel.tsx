import type { ReactNode } from 'react'

type Props = { title: string; beside?: ReactNode; children: ReactNode; className?: string }

/** A titled box; most of the console is made of them. */
export function Panel({ title, beside, children, className = '' }: Props) {
  return (
    <div className={`flex min-w-0 flex-col rounded-card border border-line bg-surface ${className}`}>
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-1">
        <h2 className="text-sm font-semibold">{title}</h2>
        {beside}
      </div>
      <div className="min-w-0 p-4">{children}</div>
    </div>
  )
}

/** The head of a page. */
export function PageHead({ title, beside }: { title: string; beside?: ReactNode }) {
  return (
    <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-3">
      <h1 className="text-xl font-bold">{title}</h1>
      {beside}
    </div>
  )
}
