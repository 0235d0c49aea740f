import type { Place } from '../world/context.ts'
import type { Statement } from '../world/gate.ts'
import { codeOfStatement, isMoney } from './points.ts'
import type { Network } from '../house/network.ts'
import type { Relays } from '../house/relays.ts'
import type { PushService } from '../house/push-service.ts'
import { type Witnesses, witnessNames } from '../house/witnesses.ts'
import type { World } from '../people/person.ts'
import type { Dice } from '../world/dice.ts'
import type { Scheduler } from './scheduler.ts'

/** The kinds of faults. */
export const faultKinds = [
  'lost request',
  'lost answer',
  'duplicate',
  'delay',
  'connection lost before a statement',
  'connection lost after a statement',
  'crash before a statement',
  'crash after a statement',
  'beacon gone',
  'beacon late',
  'beacon lying',
  'witness gone',
  'witness late',
  'witness lying',
  'push gone',
  'push late',
  'push refusing',
  'clock set',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** Between which statements a node stood, and between which it crashed. */
type Points = { readonly seen: Set<string>; readonly crashed: Set<string> }

/** Out of so many statements, one meets the fault: more often where money moves, and most often where the node stands for the first time in this run, or nobody would ever crash at a rare place. */
const oneIn = {
  firstOfMoney: { crash: 40, cut: 120 },
  money: { crash: 500, cut: 500 },
  other: { crash: 6_000, cut: 3_000 },
} as const

/** The parts of a run that faults act on. */
type Stage = {
  readonly options: { readonly faults: readonly FaultKind[] }
  readonly world: World
  readonly network: Network
  readonly scheduler: Scheduler
  readonly dice: Dice
  readonly relays: Relays
  readonly witnesses: Witnesses
  readonly push: PushService
  readonly offsets: Map<string, number>
  crash(name: string): Promise<void>
  openNode(name: string): Promise<unknown>
}

/** Makes faults happen, and knows how many did. */
export class Weather {
  readonly #sim: Stage
  readonly #places = new Map<string, Place>()
  readonly points: Points = { seen: new Set(), crashed: new Set() }
  readonly fired = new Map<FaultKind, number>()
  readonly errors: string[] = []
  #isStormy = false
  #restarting: Promise<unknown>[] = []

  constructor(sim: Stage) {
    this.#sim = sim
  }

  watch(name: string, place: Place): void {
    this.#places.set(name, place)
  }

  placeOf(name: string): Place | undefined {
    return this.#places.get(name)
  }

  /** Lies of relays that a node found out by the signature. */
  liesRefused = 0

  logged(name: string, line: string): void {
    if (line.includes('a relay sent a round that is not genuine')) this.liesRefused++
    if (this.errors.length < 200) this.errors.push(`${name} ${line}`)
  }

  #happens(kind: FaultKind, words: string): true {
    this.fired.set(kind, (this.fired.get(kind) ?? 0) + 1)
    this.#sim.world.tell(words)
    return true
  }

  #has(kind: FaultKind): boolean {
    return this.#isStormy && this.#sim.options.faults.includes(kind)
  }

  /** Starts the faults. */
  begin(): void {
    const { network, scheduler, dice } = this.#sim
    this.#isStormy = true
    const rate = (kind: FaultKind, times: number) => (this.#has(kind) ? times : 0)
    network.faults = {
      lostRequest: rate('lost request', 15),
      lostAnswer: rate('lost answer', 25),
      duplicate: rate('duplicate', 40),
      delay: rate('delay', 30),
    }
    const kinds = {
      lostRequest: 'lost request',
      lostAnswer: 'lost answer',
      duplicate: 'duplicate',
      delay: 'delay',
    } as const
    network.onFault = (kind, { method, url }) =>
      void this.#happens(kinds[kind], `the network: ${kinds[kind]} of ${method} ${url}`)
    const own = dice.stream('statements')
    scheduler.fates = (statement) => {
      const isOfMoney = isMoney(statement)
      const isFirst = isOfMoney && !this.points.seen.has(codeOfStatement(statement))
      const { crash, cut } = oneIn[isFirst ? 'firstOfMoney' : isOfMoney ? 'money' : 'other']
      const [crashes, cuts] = [own.chance(1, crash), own.chance(1, cut)]
      const isAfter = own.chance(1, 2)
      if (isOfMoney) this.points.seen.add(codeOfStatement(statement))
      const [crashKind, cutKind] = isAfter
        ? (['crash after a statement', 'connection lost after a statement'] as const)
        : (['crash before a statement', 'connection lost before a statement'] as const)
      if (crashes && this.#mayCrash(statement, crashKind)) {
        if (isOfMoney) this.points.crashed.add(codeOfStatement(statement))
        return isAfter ? 'crash-after' : 'crash-before'
      }
      if (cuts && this.#has(cutKind)) {
        this.#happens(cutKind, `node ${statement.place.name}: ${cutKind}: ${statement.words.slice(0, 90)}`)
        return isAfter ? 'lost-after' : 'lost-before'
      }
      return 'goes'
    }
    scheduler.onCrash = async ({ name }) => {
      await this.#sim.crash(name)
      this.#restarting.push(this.#restart(name))
    }
    void this.#change()
    void this.#changeRelays()
    void this.#changeWitnesses()
    void this.#changePush()
  }

  /** Only a node that is open crashes, so that the house is not always closed. */
  #mayCrash(statement: Statement, kind: FaultKind): boolean {
    const { name } = statement.place
    if (!this.#has(kind) || !this.#sim.network.nodes.has(name)) return false
    return this.#happens(kind, `node ${name}: ${kind}: ${statement.words.slice(0, 90)}`)
  }

  /** A supervisor starts it again, also where the start itself failed. */
  async #restart(name: string): Promise<void> {
    const { world, dice } = this.#sim
    const own = dice.stream(`restart ${name} ${world.time.nowMs}`)
    for (;;) {
      await world.time.sleep(1_000 + own.below(20_000))
      try {
        await this.#sim.openNode(name)
        return
      } catch (error) {
        const { message } = error as Error
        world.tell(`node ${name} does not start: ${message}`)
        // Only a lost connection is the weather's doing.
        if (!/connection/i.test(message)) world.history.fail(`node ${name} does not start: ${message}`)
        await this.#sim.crash(name)
      }
    }
  }

  /** Now and then a clock goes wrong for a while. */
  async #change(): Promise<void> {
    const { world, dice, offsets } = this.#sim
    const own = dice.stream('weather')
    while (this.#isStormy) {
      await world.time.sleep(20_000 + own.below(100_000))
      const name = own.pick(['A', 'B'])
      const forMs = 2_000 + own.below(45_000)
      const byMs = own.pick([-40_000, -9_000, -3_000, 2_000, 7_000, 25_000, 400_000])
      if (!this.#has('clock set')) continue
      this.#happens('clock set', `the clock of node ${name} is set by ${byMs / 1_000} s`)
      offsets.set(name, byMs)
      await world.time.sleep(forMs)
      offsets.set(name, 0)
    }
  }

  /** Now and then the relays go wrong for a while, for one node or for both. */
  async #changeRelays(): Promise<void> {
    const { world, dice, relays } = this.#sim
    const own = dice.stream('relays that fail')
    while (this.#isStormy) {
      await world.time.sleep(10_000 + own.below(60_000))
      const what = own.pick(['gone', 'late', 'lying', 'lying'] as const)
      const names = own.chance(1, 2) ? ['A', 'B'] : [own.pick(['A', 'B'])]
      const forMs = 2_000 + own.below(45_000)
      if (!this.#has(`beacon ${what}`)) continue
      this.#happens(`beacon ${what}`, `the beacon is ${what} for ${names.join(' and ')}, for ${forMs / 1_000} s`)
      for (const each of names) relays.moods.set(each, what)
      await world.time.sleep(forMs)
      for (const each of names) relays.moods.set(each, 'well')
    }
  }

  /** Now and then one witness or all of them go wrong for a while, long enough for bets to stop. */
  async #changeWitnesses(): Promise<void> {
    const { world, dice, witnesses } = this.#sim
    const own = dice.stream('witnesses that fail')
    while (this.#isStormy) {
      await world.time.sleep(10_000 + own.below(50_000))
      const what = own.pick(['gone', 'late', 'lying'] as const)
      const names = own.chance(1, 2) ? witnessNames : [own.pick(witnessNames)]
      const forMs = 2_000 + own.below(90_000)
      if (!this.#has(`witness ${what}`)) continue
      this.#happens(`witness ${what}`, `witness ${names.join(' and ')} is ${what} for ${forMs / 1_000} s`)
      for (const each of names) witnesses.moods.set(each, what)
      await world.time.sleep(forMs)
      for (const each of names) witnesses.moods.set(each, 'well')
    }
  }

  /** Now and then the push service goes wrong for a while. */
  async #changePush(): Promise<void> {
    const { world, dice, push } = this.#sim
    const own = dice.stream('push service that fails')
    while (this.#isStormy) {
      await world.time.sleep(10_000 + own.below(60_000))
      const what = own.pick(['gone', 'late', 'refusing'] as const)
      const forMs = 2_000 + own.below(60_000)
      if (!this.#has(`push ${what}`)) continue
      this.#happens(`push ${what}`, `the push service is ${what} for ${forMs / 1_000} s`)
      push.mood = what
      await world.time.sleep(forMs)
      push.mood = 'well'
    }
  }

  /** Ends the faults and opens what crashed. */
  async end(): Promise<void> {
    const { network, scheduler, relays, offsets, witnesses, push } = this.#sim
    push.mood = 'well'
    this.#isStormy = false
    network.faults = { lostRequest: 0, lostAnswer: 0, duplicate: 0, delay: 0 }
    scheduler.fates = () => 'goes'
    relays.moods.clear()
    witnesses.moods.clear()
    offsets.clear()
    await Promise.all(this.#restarting)
  }
}
