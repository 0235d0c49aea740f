import type { MoneySettings } from '#core/rules/money/settings'
import type { Queryable } from '../../world/members/database.ts'
import type { AddressCountries } from '../../services/addresses/address-countries.ts'
import type { SourceName } from './sources.ts'

/** What a rule found. */
export type Finding = {
  /** Names the fact within its rule: however often it is found, it is one signal. */
  readonly fact: string
  readonly playerIds: readonly string[]
  /** The figures for the rule's words; amounts as `10.00`. */
  readonly facts: Readonly<Record<string, string>>
  /** When it happened. */
  readonly at: Date
}

/** What a rule may use: it reads, and has nothing to write with. */
export type Asked = {
  readonly db: Queryable
  readonly settings: MoneySettings
  /** Null where the operator has no file of ranges. */
  readonly addresses: AddressCountries | null
}

/** Looks at some events of one kind, all at once. */
export type Find = (asked: Asked, ids: readonly string[]) => Promise<Finding[]>

/** The kinds of events that a rule looks at, and how. */
export type Rule = Partial<Readonly<Record<SourceName, Find>>>

/** Which span of time an instant lies in, for facts that count once in a span. */
export function spanOf(at: Date, spanMs: number): number {
  return Math.floor(at.getTime() / spanMs)
}
