/** What a minute of load cost. */
export type Minute = {
  readonly bets: number
  readonly p50: number
  readonly p99: number
  readonly slowest: number
  readonly failures: number
  readonly residentMb: number
  /** The share of the processors that the host of this virtual machine gave to others. */
  readonly stolen: number
}

const tenths = (value: number) => Math.round(value * 10) / 10

export function minuteOf(
  tookMs: readonly number[],
  { failures, residentMb, stolen }: Pick<Minute, 'failures' | 'residentMb' | 'stolen'>,
): Minute {
  const sorted = tookMs.toSorted((one, other) => one - other)
  const at = (share: number) =>
    tenths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity)
  return { bets: tookMs.length, p50: at(0.5), p99: at(0.99), slowest: at(1), failures, residentMb, stolen }
}

/** How much memory may grow from the first third of the time to the last. Node fills its caches in the first minutes. */
const growthMost = 1.15

/** How much slower than the first a minute may be. */
const slowerMost = 2

/** With less than nine tenths of its processors, a machine that is loaded by half has nothing left to keep answers quick. */
const stolenMost = 0.1

/** Whether the machine was this app's own: what a minute cost on a machine that somebody else used says nothing about the app. */
export const isOwn = ({ stolen }: Pick<Minute, 'stolen'>) => stolen <= stolenMost

export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

/** Whether memory stayed flat, every minute was as quick as the first, and nobody went without an answer, in a minute that is left out either. */
export function verdictOf(minutes: readonly Minute[], leftOut: readonly Minute[] = []) {
  const third = Math.max(1, Math.floor(minutes.length / 3))
  // The first minute starts from an empty process.
  const early = minutes.slice(minutes.length > 3 ? 1 : 0).slice(0, third)
  const growth =
    median(minutes.slice(-third).map(({ residentMb }) => residentMb)) /
    median(early.map(({ residentMb }) => residentMb))
  const [first] = minutes
  const slower = Math.max(...minutes.map(({ p99 }) => p99)) / first!.p99
  const failures = [...minutes, ...leftOut].reduce((sum, minute) => sum + minute.failures, 0)
  return {
    growth: Math.round(growth * 100) / 100,
    slower: Math.round(slower * 100) / 100,
    failures,
    holds: growth <= growthMost && slower <= slowerMost && failures === 0,
  }
}
