import { AsyncLocalStorage } from 'node:async_hooks'
import timers from 'node:timers'

/** Which node runs the present code. Code outside of every node, such as the simulator's own, uses real time and a real connection. */
export type Place = {
  readonly name: string
  /** Set by a crash: whatever still runs for this node waits for ever. */
  isDead: boolean
  /** What the node's clock says. */
  nowMs(): number
  bytes(count: number): Uint8Array
}

export const inPlace = new AsyncLocalStorage<Place>()

type Work = { readonly name: string; readonly done: Promise<void>; deliver(): void }

/** Something did not end in the time that it may take. */
export class Stuck extends Error {}

/** Real work that takes longer than this never ends; on a very busy machine it takes some seconds. */
const realMostMs = 240_000

/** Fails once something that should take a moment of real time has taken minutes, which would otherwise be waited for without an end. */
export function realLimit(words: () => string): () => void {
  let lastMs = process.uptime() * 1_000
  let waitedMs = 0
  return () => {
    const nowMs = process.uptime() * 1_000
    // A machine that slept, or a process that was stopped, did not wait.
    waitedMs += Math.min(nowMs - lastMs, lookMostMs)
    lastMs = nowMs
    if (waitedMs > realMostMs) throw new Stuck(words())
  }
}

/** So long at most counts between two looks. */
const lookMostMs = 2_000

/** Counts what happens, so that the scheduler notices when nothing happens any more. */
export class Activity {
  count = 0
  /** True during a run; before and after it, work is delivered as it comes. */
  isArmed = false
  /** Work of the operating system and of threads. Its results are delivered in the order in which it began, however long each takes. */
  #works: Work[] = []
  #isDelivering = false

  bump(): void {
    this.count++
  }

  /** Before a run: nobody waits any longer for what an earlier run left behind. */
  clear(): void {
    this.#works = []
    this.#isDelivering = false
  }

  /** Makes the scheduler wait for this work, and delivers its result when it is its turn. */
  during<T>(name: string, work: Promise<T>): Promise<T> {
    const own = Promise.withResolvers<T>()
    this.await(name, work, () => void work.then(own.resolve, own.reject))
    return own.promise
  }

  /** The same for a result that is delivered by a call. */
  await(name: string, work: Promise<unknown>, deliver: () => void): void {
    const done = work.then(
      () => {},
      () => {},
    )
    this.#works.push({ name, done, deliver })
    this.count++
    if (!this.#isDelivering) void outside(() => this.#deliverAll())
  }

  async #deliverAll(): Promise<void> {
    this.#isDelivering = true
    const works = this.#works
    // What was begun in the same turn is begun before the first result is delivered.
    await this.#still()
    for (let work = works[0]; work; work = works[0]) {
      await work.done
      work.deliver()
      this.count++
      await this.#still()
      works.shift()
    }
    if (works === this.#works) this.#isDelivering = false
  }

  /** Waits until nothing new has happened for some turns of the event loop, and nothing is asked of the system any more. */
  async #still(): Promise<void> {
    let seen = this.count
    const check = realLimit(() => `the system does not end ${process.getActiveResourcesInfo().join(', ')}`)
    for (let still = 0; still < stillTurns; still++) {
      await turn()
      const isLast = still === stillTurns - 1
      if (this.count === seen && !(isLast && isAskingSystem())) continue
      check()
      seen = this.count
      still = 0
    }
  }

  /** Waits until every node waits for a statement, a timer or a request. */
  async settled(): Promise<void> {
    const check = realLimit(() => `this does not end: ${this.#works.map(({ name }) => name).join(', ')}`)
    do {
      await this.#still()
      check()
    } while (this.#isDelivering)
  }
}

const outside = <T>(work: () => T): T => inPlace.exit(work)

/** Files and keys that a thread of the system works on: their names all say that they are requests. */
const isAskingSystem = () => process.getActiveResourcesInfo().some((name) => /req/i.test(name))

/** What nodes themselves put off to a later turn is counted (`turns.ts`); these are for what the runtime puts off. */
const stillTurns = 4

const { setImmediate: nextTurn } = timers
const turn = () => new Promise<void>((resolve) => void nextTurn(resolve))
