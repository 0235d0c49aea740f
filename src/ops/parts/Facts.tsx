import type { ReactNode } from 'react'

/** Names and values, side by side; what is null is left out. */
export function Facts({ of, isWide = false }: { of: readonly (readonly [string, ReactNode])[]; isWide?: boolean }) {
  return (
    <dl className={`grid gap-x-4 gap-y-2 text-sm ${isWide ? 'grid-cols-2 xl:grid-cols-3' : 'grid-cols-1'}`}>
      {of
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="flex min-w-0 items-baseline justify-between gap-3 border-b border-line/60 pb-1">
            <dt className="max-w-3/5 shrink-0 text-quiet">{name}</dt>
            <dd className="min-w-0 text-right font-medium wrap-break-word">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
