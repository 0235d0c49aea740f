import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountRef, type Posting, netChanges } from '#core/ledger/postings'
import { type Cents, formatCents } from '#core/money/cents'
import { move } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { balanceOf } from './balances.ts'
import { sealLedger } from './seal.ts'
import { statementOf } from './statement.ts'

/** `FC_RUNS=10000` for the long run. */
const runs = Number(process.env.FC_RUNS ?? 40)

let house: House
beforeAll(async () => {
  house = await openHouse({ hasMadeUpMoney: true })
})
afterAll(() => house.close())

/** A minimal ledger in memory: the balance of each account, and the lines of each player's statement. */
type Model = { balances: Map<AccountRef, bigint>; lines: Map<AccountRef, string[]>; ids: string[] }
/** The accounts in the real ledger; every sequence has accounts of its own. */
type Real = { refs: readonly AccountRef[]; playerIds: readonly string[] }

type Step = { from: number; to: number; amount: bigint }

const postingsOf = (real: Real, steps: readonly Step[]): Posting[] =>
  steps.map(({ from, to, amount }) => ({ from: real.refs[from]!, to: real.refs[to]!, amount: amount as Cents }))

/** Applies a transfer to the model; a refused transfer changes nothing. */
function apply(model: Model, postings: readonly Posting[]): 'moved' | 'insufficient_balance' {
  const changes = netChanges(postings)
  const after = changes.map(([ref, change]) => [ref, change, (model.balances.get(ref) ?? 0n) + change] as const)
  if (after.some(([ref, , balance]) => ref.startsWith('player:') && balance < 0n)) return 'insufficient_balance'
  for (const [ref, change, balance] of after) {
    model.balances.set(ref, balance)
    const line = [change, balance - change, balance].map((each) => formatCents(each as Cents)).join(' ')
    model.lines.set(ref, [...(model.lines.get(ref) ?? []), line])
  }
  return 'moved'
}

class Move implements fc.AsyncCommand<Model, Real> {
  readonly steps: readonly Step[]
  constructor(steps: readonly Step[]) {
    this.steps = steps
  }
  check() {
    return (
      netChanges(
        this.steps.map(({ from, to, amount }) => ({
          from: `house:${from}`,
          to: `house:${to}`,
          amount: amount as Cents,
        })),
      ).length > 0
    )
  }
  async run(model: Model, real: Real) {
    const id = randomUUID()
    const postings = postingsOf(real, this.steps)
    const outcome = await move(house.app, postings, { id }).then(
      () => 'moved',
      (error: { code: string }) => error.code,
    )
    expect(outcome).toBe(apply(model, postings))
    if (outcome === 'moved') model.ids.push(id)
  }
  toString = () => `move ${this.steps.map(({ from, to, amount }) => `${from}→${to} ${amount}`).join(', ')}`
}

class Repeat implements fc.AsyncCommand<Model, Real> {
  readonly which: number
  constructor(which: number) {
    this.which = which
  }
  check = (model: Readonly<Model>) => model.ids.length > 0
  async run(model: Model, real: Real) {
    const id = model.ids[this.which % model.ids.length]!
    const postings = postingsOf(real, [{ from: 4, to: 0, amount: 1n }])
    await expect(move(house.app, postings, { id })).rejects.toMatchObject({ code: '23505' })
  }
  toString = () => `repeat ${this.which}`
}

class Seal implements fc.AsyncCommand<Model, Real> {
  check = () => true
  run = async () => void (await sealLedger(house.app))
  toString = () => 'seal'
}

class Compare implements fc.AsyncCommand<Model, Real> {
  check = () => true
  async run(model: Model, real: Real) {
    const db = house.app.db.query
    for (const ref of real.refs) expect(await balanceOf(db, ref), ref).toBe(model.balances.get(ref) ?? 0n)
    for (const playerId of real.playerIds) {
      const lines = await statementOf(db, playerId)
      for (const account of ['available', 'held'] as const) {
        const own = lines.filter((line) => line.account === account)
        const said = own.map(({ amount, balanceBefore, balanceAfter }) => `${amount} ${balanceBefore} ${balanceAfter}`)
        expect(said).toEqual(model.lines.get(`player:${playerId}:${account}`) ?? [])
      }
    }
  }
  toString = () => 'compare'
}

const place = fc.nat({ max: 5 })
const step = fc.record({ from: place, to: place, amount: fc.bigInt({ min: 1n, max: 40n }) })
const topUp = fc.bigInt({ min: 1n, max: 90n }).map((amount) => new Move([{ from: 5, to: 0, amount }]))
const commands = fc.commands(
  [
    topUp,
    fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) => new Move(steps)),
    step.map((only) => new Move([only])),
    fc.nat({ max: 20 }).map((which) => new Repeat(which)),
    fc.constant(new Seal()),
    fc.constant(new Compare()),
  ],
  { maxCommands: 16 },
)

test(`after any transfers, the ledger holds what a simple model in memory holds, in ${runs} sequences`, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const [a, b, own] = [randomUUID(), randomUUID(), randomUUID()]
      const refs: AccountRef[] = [
        `player:${a}:available`,
        `player:${a}:held`,
        `player:${b}:available`,
        `period:${own}:stakes`,
        `house:${own}`,
        `world:${own}`,
      ]
      const model: Model = { balances: new Map(), lines: new Map(), ids: [] }
      const real: Real = { refs, playerIds: [a, b] }
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      await new Compare().run(model, real)
    }),
    { numRuns: runs },
  )
}, 3_600_000)
