import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says that a list holds nothing yet, and what to do about it. */
export function Empty({ Icon, text, children }: { Icon: LucideIcon; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line px-6 py-10 text-center">
      <Icon aria-hidden className="size-10 text-quiet" />
      <p className="text-quiet">{text}</p>
      {children}
    </div>
  )
}
