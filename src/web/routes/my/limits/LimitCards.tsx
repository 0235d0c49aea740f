import { useUntilHidden } from '../../pay/until-hidden.ts'
import { LimitCard } from './LimitCard.tsx'
import { LimitSheet } from './LimitSheet.tsx'
import type { Limit } from './limit.ts'

/** Limits one below the other, and the sheet that changes one of them. */
export function LimitCards({ limits }: { limits: readonly Limit[] }) {
  const [changing, setChanging] = useUntilHidden<Limit>()
  return (
    <>
      <ul className="flex flex-col gap-3">
        {limits.map((limit) => (
          <LimitCard key={limit.key} limit={limit} onChange={() => setChanging(limit)} />
        ))}
      </ul>
      {changing ? <LimitSheet limit={changing} onClose={() => setChanging(null)} /> : null}
    </>
  )
}
