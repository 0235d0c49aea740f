/** The days that a report is about, both included, and with which days they are compared. */
export type Asked = { readonly from: string; readonly until: string; readonly compare: Compare }
export type Compare = (typeof comparisons)[number]
type Days = Pick<Asked, 'from' | 'until'>

/** Nothing, as many days right before, or the same weekdays four weeks before. */
export const comparisons = ['none', 'before', 'weeks'] as const

const dayMs = 24 * 3_600_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const msOf = (text: string) => Date.parse(`${text}T00:00:00Z`)
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(msOf(text))

/** What the address asks for; a month back from today where it says nothing that can be read. */
export function askedIn(search: string, nowMs: number): Asked {
  const said = new URLSearchParams(search)
  const [from, until, compare] = [said.get('from'), said.get('until'), said.get('compare')]
  return {
    from: isDay(from) ? from : day(nowMs - 29 * dayMs),
    until: isDay(until) ? until : day(nowMs),
    compare: comparisons.find((each) => each === compare) ?? 'none',
  }
}

export const addressOf = (asked: Asked): string => `/reports?${new URLSearchParams(asked)}`

/** How long before a day the one lies that it is compared with. */
function shiftOf({ from, until, compare }: Asked): number {
  return compare === 'weeks' ? 28 * dayMs : msOf(until) - msOf(from) + dayMs
}

/** The day that a day is compared with. */
export const formerDay = (asked: Asked) => (of: string) => day(msOf(of) - shiftOf(asked))

/** The days to compare with; null where none are asked for. */
export function formerDays(asked: Asked): Days | null {
  if (asked.compare === 'none') return null
  const before = formerDay(asked)
  return { from: before(asked.from), until: before(asked.until) }
}
