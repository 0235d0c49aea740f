import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { Network } from '../house/network.ts'
import { type SimNode, openNode } from '../house/node.ts'
import { PushService } from '../house/push-service.ts'
import { Witnesses } from '../house/witnesses.ts'
import { type Prepared, copyDatabase } from '../house/prepared.ts'
import { Relays } from '../house/relays.ts'
import type { OperatorRole } from '#contract/ops'
import { logKey } from '#core/fairness/signatures'
import type { BeaconSource } from '#server/world/members/beacon'
import { formatKey } from '#core/fairness/tlog/note'
import { testConfig } from '#server/testing/open-house'
import { calmAfter, quietAt } from './calm.ts'
import { History } from '../people/history.ts'
import { KnownIds } from '../people/inputs.ts'
import { work } from '../people/operators.ts'
import { Person, type World } from '../people/person.ts'
import { play } from '../people/players.ts'
import { type Place, Stuck } from '../world/context.ts'
import { type Dice, openDice } from '../world/dice.ts'
import { Scheduler } from './scheduler.ts'
import { type FaultKind, Weather } from './weather.ts'
import type { Machine } from './machine.ts'

export type Options = {
  readonly seed: string
  readonly minutes: number
  /** Which people take part, by name; everybody where it is left out. */
  readonly people?: readonly string[]
  readonly faults: readonly FaultKind[]
  /** Ends the part with faults after so many steps. */
  readonly stepsMost?: number
}

/** The clock jumps by so much at most when nothing is under way. */
const quietMs = 7_000

/** What the driver's pool says when nobody gets a connection in time. */
const connectTimeout = 'timeout exceeded when trying to connect'

/** As the log's lines have it. */
const errorLevel = 50

/** Without faults, everything ends in some thousand steps, and an hour with faults takes some hundred thousand. */
const phaseStepsMost = 2_000_000

/** A run under way. */
export class Simulation {
  readonly options: Options
  readonly prepared: Prepared
  readonly machine: Machine
  readonly dice: Dice
  readonly history = new History()
  readonly story: string[] = []
  readonly network: Network
  readonly scheduler: Scheduler
  readonly weather: Weather
  readonly admin: Client
  readonly relays: Relays
  readonly witnesses: Witnesses
  readonly push: PushService
  readonly offsets = new Map<string, number>()
  readonly world: World
  readonly people = new Map<string, Person>()
  readonly #folder: string
  readonly #database: Awaited<ReturnType<typeof copyDatabase>>
  readonly #life = new Map<string, number>()
  readonly #beacons = new Map<Place, BeaconSource>()
  readonly startedMs: number
  /** The log's first key, as everybody knows it who was told by somebody else than the house. */
  readonly pinnedKey: string
  /** Begins when everything that broke in the run is whole again, and one node is left. */
  calm = calmAfter(Infinity)
  #isOver = false

  private constructor(given: {
    options: Options
    prepared: Prepared
    machine: Machine
    folder: string
    database: Awaited<ReturnType<typeof copyDatabase>>
    admin: Client
  }) {
    this.options = given.options
    this.prepared = given.prepared
    this.machine = given.machine
    this.admin = given.admin
    this.#folder = given.folder
    this.#database = given.database
    const { time, gate, activity } = given.machine
    activity.isArmed = true
    this.dice = openDice(given.options.seed)
    time.nowMs = given.prepared.openedMs
    this.startedMs = time.nowMs
    this.network = new Network(time, this.dice.stream('network'))
    this.scheduler = new Scheduler({ time, gate, activity, dice: this.dice.stream('scheduler'), admin: given.admin })
    const tell = (words: string) => {
      this.scheduler.note(words)
      this.story.push(`${clockText(time.nowMs)} ${words}`)
    }
    this.world = {
      time,
      network: this.network,
      history: this.history,
      ids: new KnownIds(given.prepared.players.map(({ id }) => id)),
      pictures: given.prepared.pictures,
      tell,
      real: (work) => activity.during('real work', work),
    }
    const { logOrigin, operatorKey } = testConfig()
    const log = logKey(logOrigin, operatorKey.reveal())
    this.pinnedKey = formatKey(log)
    this.witnesses = new Witnesses({
      time,
      dice: this.dice.stream('witnesses'),
      log,
      onFork: (words) => this.history.fail(words, 'witnesses'),
    })
    this.relays = new Relays({ time, dice: this.dice.stream('relays') })
    this.push = new PushService({ time, dice: this.dice.stream('push') })
    given.machine.elsewhere = {
      answer: (url, body) => {
        if (Relays.isAt(url)) return this.relays.answer(url)
        return PushService.isAt(url) ? this.push.answer(url) : this.witnesses.answer(url, body)
      },
    }
    this.weather = new Weather(this)
  }

  static async open(given: { options: Options; prepared: Prepared; machine: Machine }): Promise<Simulation> {
    const folder = await mkdtemp(join(tmpdir(), 'clearball-simulation-'))
    given.machine.reset()
    const database = await copyDatabase(given.prepared.template, `simulation_${process.pid}_${given.machine.runs}`)
    const admin = new Client({ connectionString: database.adminUrl })
    await admin.connect()
    return new Simulation({ ...given, folder, database, admin })
  }

  get nowMs(): number {
    return this.machine.time.nowMs
  }

  get minutesPassed(): number {
    return (this.nowMs - this.startedMs) / 60_000
  }

  /** Opens a node under this name, again where it crashed before. */
  async openNode(name: string): Promise<SimNode> {
    const life = (this.#life.get(name) ?? 0) + 1
    this.#life.set(name, life)
    const node = openNode({
      name,
      url: this.#database.url,
      folder: this.#folder,
      time: this.machine.time,
      dice: this.dice.stream(`node ${name} ${life}`),
      offsetMs: () => this.offsets.get(name) ?? 0,
      chain: this.relays.chain,
      log: (line) => this.#logged(name, line),
    })
    this.weather.watch(name, node.place)
    this.#beacons.set(node.place, node.beacon)
    const opened = await node.opened
    this.network.nodes.set(name, opened)
    this.world.tell(`node ${name} is open`)
    return opened
  }

  #logged(name: string, line: string): void {
    this.weather.logged(name, line)
    // What a node says that has been killed is never written.
    if (this.weather.placeOf(name)?.isDead) return
    const { level, msg, err, alarm, what } = JSON.parse(line) as {
      level: number
      msg: string
      err?: { message: string }
      alarm?: string
      what?: string
    }
    // Without faults, nothing may fail. That the clock leaps is the simulation's own doing, and so is, after the calm, that somebody waited
    // for a connection over a leap.
    const isWaitOverLeap = this.nowMs > this.calm.untilMs && (err?.message === connectTimeout || alarm === 'database')
    const isOwnDoing = alarm === 'clock' || alarm === 'beacon' || isWaitOverLeap
    if (level >= errorLevel && this.nowMs > this.calm.fromMs && !isOwnDoing)
      this.history.fail(
        [`node ${name} logs an error: ${msg}`, err?.message, alarm && `${alarm} ${what}`].filter(Boolean).join(': '),
        'logs',
      )
  }

  /** Cuts a node's transactions and stops its timers, as `kill -9` does. */
  async crash(name: string): Promise<void> {
    const { gate, time, activity } = this.machine
    const place = this.weather.placeOf(name)
    if (!place || place.isDead) return
    place.isDead = true
    this.network.nodes.delete(name)
    time.dropOf(place)
    for (const client of gate.connectionsOf(place)) {
      await this.scheduler.cut(client)
      gate.forget(client)
    }
    // Its thread would outlive it.
    await activity.settled()
    await this.#beacons.get(place)?.close()
  }

  get databaseUrl(): string {
    return this.#database.url
  }

  #check: { every: number; ask(): Promise<string[]> } | null = null

  /** Checks something after every so many steps. */
  everySteps(every: number, ask: () => Promise<string[]>): void {
    this.#check = { every, ask }
  }

  /** The operators who decide cases, also where they took no part in the run. */
  staff(): { person: Person; role: OperatorRole }[] {
    const deciding = this.prepared.operators.filter(({ role }) => role === 'finance' || role === 'reviewer')
    return deciding.map((each) => ({
      person: this.people.get(each.name) ?? new Person(each, this.dice.stream(`${each.name} at the end`), this.world),
      role: each.role,
    }))
  }

  async #step(): Promise<void> {
    // Without faults, nobody waits for an answer any longer than it takes; each jump in between would make every job work in vain.
    const quietAtEnd = () => (this.network.awaited > 0 ? 0 : quietAt(this.nowMs, this.calm))
    await this.scheduler.step(() => (this.#isOver ? quietAtEnd() : quietMs))
    if (!this.#check || this.scheduler.steps % this.#check.every !== 0) return
    for (const problem of await this.#check.ask()) this.history.fail(problem, 'the books, while it runs')
  }

  /** Lets things happen until `isDone`, or fails after so much simulated time. */
  async until(isDone: () => boolean, mostMs: number): Promise<boolean> {
    const endMs = this.nowMs + mostMs
    const lastStep = this.scheduler.steps + phaseStepsMost
    while (!isDone() && this.nowMs < endMs) {
      if (this.scheduler.steps > lastStep)
        throw new Stuck(`${phaseStepsMost} steps changed nothing that this part of the run waits for`)
      await this.#step()
    }
    return isDone()
  }

  /** Waits for work that needs steps itself. */
  async during<T>(work: Promise<T>, mostMs: number): Promise<T> {
    let isDone = false
    void Promise.allSettled([work]).then(() => (isDone = true))
    if (!(await this.until(() => isDone, mostMs))) throw new Stuck(`nothing came of it in ${mostMs / 60_000} minutes`)
    return work
  }

  /** The part with faults: everybody acts, and whatever can break breaks. */
  async live(): Promise<void> {
    await this.during(Promise.all([this.openNode('A'), this.openNode('B')]), 10 * 60_000)
    this.weather.begin()
    const people = this.#begin()
    const endMs = this.startedMs + this.options.minutes * 60_000
    const stepsMost = this.options.stepsMost ?? Infinity
    await this.until(
      () => this.nowMs >= endMs || this.scheduler.steps >= stepsMost || this.history.problems.length > 0,
      Infinity,
    )
    this.#isOver = true
    if (this.history.problems.length > 0) return
    await this.during(this.weather.end(), 30 * 60_000)
    await this.during(Promise.all(people), 30 * 60_000)
    // One node has to end everything by itself, whatever the other left behind.
    await this.crash('B')
    this.world.tell('node B is stopped; node A goes on alone')
    this.calm = calmAfter(this.nowMs)
    // Many jobs are due at once after each leap of the clock, and take turns with requests. What is not answered by then never is.
    this.network.patienceMs = 10 * 60_000
  }

  #begin(): Promise<void>[] {
    const { players, operators } = this.prepared
    const isOver = () => this.#isOver
    const takesPart = ({ name }: { name: string }) => this.options.people?.includes(name) ?? true
    const personOf = (each: (typeof players)[number] | (typeof operators)[number]) => {
      const person = new Person(each, this.dice.stream(each.name), this.world)
      this.people.set(each.name, person)
      return person
    }
    return [
      ...players.filter(takesPart).map((each) => {
        const own = { ...each.own, voucherIds: [...each.own.voucherIds] }
        return play(personOf(each), this.world, { own, isOver })
      }),
      ...operators.filter(takesPart).map((each) => work(personOf(each), this.world, { role: each.role, isOver })),
    ]
  }

  async close(): Promise<void> {
    for (const name of ['A', 'B']) await this.crash(name)
    this.machine.activity.isArmed = false
    await this.admin.end()
    await this.#database.drop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const clockText = (ms: number) => new Date(ms).toISOString().slice(11, 23)
