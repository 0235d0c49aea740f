import type { ReactNode } from 'react'

const tones = {
  plain: 'border-line text-quiet',
  good: 'border-good text-good',
  warning: 'border-warning bg-warning-soft text-warning',
  danger: 'border-danger bg-danger-soft text-danger',
} as const

export type Tone = keyof typeof tones

/** A short word about the state of something. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex w-fit items-center rounded-full border px-2 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
