import type { Cents } from '#core/money/cents'
import type { LimitSpan } from '#core/rules/money/deposit-limit'

/** What a limit is for; the address names it, so that a refusal leads to its tab. */
export const limitKinds = ['deposit', 'stake', 'loss'] as const
export type LimitKind = (typeof limitKinds)[number]

/** A limit of whatever kind, as its row shows it and its sheet changes it. */
export type Limit = {
  readonly span: LimitSpan
  readonly title: string
  /** What `used` is called. */
  readonly usedLabel: string
  readonly amount: Cents | null
  readonly used: Cents
  /** How much of that is yet to be decided. */
  readonly awaited?: Cents
  readonly left: Cents | null
  readonly pending: { readonly amount: Cents | null; readonly confirmableFrom: number } | null
  set(amount: Cents | null): Promise<{ readonly confirmableFrom: number | null }>
  confirm(): Promise<unknown>
}
