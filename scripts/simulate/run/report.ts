import { games as allGames } from '#core/games/catalogue'
import { neverReached } from '../checks/enough.ts'
import type { Outcome } from './run-seed.ts'
import { faultKinds } from './weather.ts'

type Sums = Pick<Outcome, 'minutes' | 'statements' | 'draws' | 'accepted' | 'realMs' | 'processorMs'>

/** The sums over all seeds of a run. */
export class Report {
  readonly #outcomes: Sums[] = []
  readonly #fired = new Map<string, number>(faultKinds.map((kind) => [kind, 0]))
  readonly #calls = new Map<string, number>()
  readonly seen = new Set<string>()
  readonly crashed = new Set<string>()
  readonly games = new Set<string>()
  liesRefused = 0
  repeatOrders = 0

  add(outcome: Outcome): void {
    const { minutes, statements, draws, accepted, realMs, processorMs } = outcome
    this.#outcomes.push({ minutes, statements, draws, accepted, realMs, processorMs })
    for (const [kind, times] of Object.entries(outcome.fired))
      this.#fired.set(kind, (this.#fired.get(kind) ?? 0) + times)
    for (const [call, times] of Object.entries(outcome.calls))
      this.#calls.set(call, (this.#calls.get(call) ?? 0) + times)
    for (const game of outcome.games) this.games.add(game)
    this.liesRefused += outcome.liesRefused
    this.repeatOrders += outcome.repeatOrders
    for (const point of outcome.seen) this.seen.add(point)
    for (const point of outcome.crashed) this.crashed.add(point)
  }

  #processorSecondsAnHour(): number {
    const sum = (of: (outcome: Sums) => number) => this.#outcomes.reduce((total, each) => total + of(each), 0)
    return Math.round(sum((each) => each.processorMs) / 1_000 / (sum((each) => each.minutes) / 60))
  }

  /** Lines for a reader. */
  lines(allCalls: readonly string[]): string[] {
    const sum = (of: (outcome: Sums) => number) => this.#outcomes.reduce((total, each) => total + of(each), 0)
    const minutes = sum((each) => each.realMs) / 60_000
    const neverMade = allCalls.filter((call) => !this.#calls.has(call))
    return [
      `${this.#outcomes.length} seeds, ${(sum((each) => each.minutes) / 60).toFixed(1)} simulated hours, ${(this.#outcomes.length / minutes).toFixed(1)} seeds a minute, ${this.#processorSecondsAnHour()} processor seconds for each simulated hour`,
      `${sum((each) => each.statements)} statements, ${sum((each) => each.draws)} draws verified, ${sum((each) => each.accepted)} calls accepted`,
      `${this.#calls.size} of ${allCalls.length} calls made; never made: ${neverMade.join(', ') || 'none'}`,
      ...[...this.#fired].map(([kind, times]) => `${kind}: ${times}`),
      `lies of relays that a node found out: ${this.liesRefused}`,
      `repeat orders that placed a slip: ${this.repeatOrders}`,
      `games bet on: ${[...this.games].sort().join(', ') || 'none'}`,
      `crashes at ${this.crashed.size} of ${this.seen.size} places between two statements of draws and money`,
    ]
  }

  /** What all seeds together should have reached and did not. */
  neverReached(minutesOfPlayers: number): string[] {
    const { games, liesRefused, repeatOrders } = this
    const lied = this.#fired.get('beacon lying') ?? 0
    const reached = { games, repeatOrders, liesRefused, lied }
    return neverReached(reached, { minutesOfPlayers, allGames: allGames.map(({ code }) => code) })
  }

  /** What is kept of the run in docs/proof. */
  figures(): Record<string, string | number> {
    const sum = (of: (outcome: Sums) => number) => this.#outcomes.reduce((total, each) => total + of(each), 0)
    return {
      seeds: this.#outcomes.length,
      'simulated hours': (sum((each) => each.minutes) / 60).toFixed(1),
      'processor seconds for each simulated hour, without the database server': this.#processorSecondsAnHour(),
      statements: sum((each) => each.statements),
      'draws verified': sum((each) => each.draws),
      'calls accepted': sum((each) => each.accepted),
      'kinds of calls made': this.#calls.size,
      ...Object.fromEntries(this.#fired),
      'lies of relays that a node found out': this.liesRefused,
      'repeat orders that placed a slip': this.repeatOrders,
      'games bet on': this.games.size,
      'crashes between two statements of draws and money': `${this.crashed.size} of ${this.seen.size} places`,
    }
  }

  /** Places between two statements at which no node crashed yet. */
  neverCrashed(): string[] {
    return [...this.seen].filter((point) => !this.crashed.has(point)).sort()
  }
}
