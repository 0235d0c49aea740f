import type { Cents } from '#core/money/cents'

/** A limit of whatever kind, as its card shows it and its sheet changes it. */
export type Limit = {
  readonly key: string
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
