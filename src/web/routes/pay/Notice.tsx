import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'quiet' | 'warning' | 'danger'

const looks: Record<Tone, { look: string; Icon: LucideIcon }> = {
  quiet: { look: 'bg-brand-soft text-text', Icon: Info },
  warning: { look: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft text-danger', Icon: CircleAlert },
}

/** Something to know before going on. */
export function Notice({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  const { look, Icon } = looks[tone]
  return (
    <div className={`flex gap-2 rounded-card px-3 py-2 text-sm ${look}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}
