import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { me } from '#contract/people/me'
import type { OperatorRole } from '#contract/ops'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { effectsOf } from '../../testing/attack/judge.ts'
import { type Caller, closedDoors, everyCaller } from '../../testing/attack/people.ts'
import { type CallName, type Fields, calls, isConsoleCall, sampleOf } from '../../testing/attack/samples.ts'
import { type Answer, requestOf, send } from '../../testing/attack/send-call.ts'
import { type Stage, type Things, ofTheHouse, openStage } from '../../testing/attack/stage.ts'
import { valueAt } from '../../testing/attack/fuzz/cases.ts'
import { describedCalls } from '../../testing/attack/fuzz/described.ts'
import { type Watch, watchChanges } from '../../testing/attack/watch-changes.ts'
import type { Visitor } from '../../testing/person.ts'

/**
 * Every call of the contract with a whole, well-formed input: as every kind of caller, about one's own things, somebody else's and
 * nobody's. `access.test.ts` knocks with empty forms; here the input is right, so that only the caller or the thing can be wrong. The
 * rows come from the table of calls: a new call is among them at once.
 */

let stage: Stage
let watch: Watch
let callers: Caller[]
beforeAll(async () => {
  stage = await openStage()
  watch = await watchChanges(stage.house)
  callers = await everyCaller(stage)
})
afterAll(async () => {
  await watch.close()
  await stage.house.close()
})

type Made = Answer & { readonly effects: ReturnType<typeof effectsOf> }

/** Makes a call and looks at what it changed. */
async function make(visitor: Pick<Visitor, 'fetch'>, call: Endpoint, fields: Fields): Promise<Made> {
  await watch.since()
  const answer = await send(visitor, requestOf(call, fields))
  return { ...answer, effects: effectsOf(await watch.since()) }
}

/** The answer without the number of its request. */
function saidBy({ status, text, headers }: Answer): object {
  if (!headers.get('content-type')?.includes('json')) return { status }
  const { instance: _, ...said } = JSON.parse(text) as Record<string, unknown>
  return { status, ...said }
}

const kinds = Object.keys as (things: Things) => (keyof Things)[]

/** The kinds of things that a call names. */
function namedBy(name: CallName): (keyof Things)[] {
  const { own, nobodys } = stage
  const fields = (things: Things) =>
    JSON.stringify(valuesIn(sampleOf(name, things, stage)).filter((value) => isOf(things, value)))
  return kinds(own).filter((kind) => fields({ ...own, [kind]: nobodys[kind] }) !== fields(own))
}

/** Fields that are made anew for each sample, such as an address, name nothing. */
const isOf = (things: Things, value: unknown) => Object.values(things).includes(value as string)

/** Every single value of an input, however deep it stands. */
const valuesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value]

describe('a caller who is turned away', () => {
  test.each(calls)('%s says why, and does nothing', async (name, call) => {
    const fields = sampleOf(name, stage.own, stage)
    for (const { name: caller, app, visitor, turnedAway } of callers) {
      if ((app === 'console') !== isConsoleCall(name)) continue
      const expected = turnedAway(call)
      if (expected === null) continue
      const { code, effects } = await make(visitor, call, fields)
      expect([caller, code, effects]).toEqual([caller, expected, []])
    }
  })
})

describe('a thing of another player', () => {
  /** A guess at a code or a proof is answered alike, whosever the thing is; and one ends the session that it is made in. */
  const unlikeOwn: readonly CallName[] = [
    'accounts.confirm-change',
    'factors.confirm-totp',
    'factors.confirm-passkey',
    'factors.remove',
    'sessions.end-one',
  ]
  /** What removes its thing comes last: others name the same one. */
  const isRemoval = ([name]: (typeof calls)[number]) => name === 'wallets.remove'
  const ofPlayers = calls
    .filter(([name, call]) => !isConsoleCall(name) && (call.who === 'player' || call.knowsPlayers))
    .toSorted((one, other) => Number(isRemoval(one)) - Number(isRemoval(other)))

  test.each(ofPlayers)('%s answers as if it did not exist, and does nothing', async (name, call) => {
    const { owner, own, theirs, nobodys } = stage
    for (const kind of namedBy(name).filter((each) => !ofTheHouse.includes(each))) {
      const [other, nobody] = [theirs, nobodys].map((things) => sampleOf(name, { ...own, [kind]: things[kind] }, stage))
      const [ofOther, ofNobody] = [await make(owner, call, other!), await make(owner, call, nobody!)]
      expect(ofOther.status, `${kind}: ${ofOther.text}`).toBeGreaterThanOrEqual(400)
      expect(saidBy(ofOther), kind).toEqual(saidBy(ofNobody))
      expect([ofOther.effects, ofNobody.effects], kind).toEqual([[], []])
      if (unlikeOwn.includes(name)) continue
      // Otherwise the other player's thing would be refused for something else, and nothing would be known about it.
      const ofOwn = await make(owner, call, sampleOf(name, own, stage))
      expect(saidBy(ofOwn), `${kind}: one’s own is answered as if it did not exist, ${ofOwn.text}`).not.toEqual(
        saidBy(ofNobody),
      )
    }
  })

  test('every id that a call takes is the id of a thing, so that it is tried with another one', async () => {
    const described = await describedCalls(stage.house)
    const unnamed = described.flatMap(({ name, path: address, places }) => {
      const sample = sampleOf(name as CallName, stage.own, stage)
      const isId = ({ path: [field], schema }: (typeof places)[number]) =>
        schema.format === 'uuid' || (address.includes(`:${field}`) && field !== 'game' && field !== 'name')
      return places
        .filter((place) => isId(place) && !isOf(stage.own, valueAt(sample, place.path)))
        .map(({ path }) => `${name}: ${path.join('.')}`)
    })
    expect(unnamed).toEqual([])
  })
})

describe('a field that only the server sets', () => {
  const hostile = ['role', 'balance', 'status', 'fee', 'userId', 'isAdmin', 'constructor']

  test.each(calls)('%s refuses it beside a right input, and does nothing', async (name, call) => {
    const visitor = whoMay(name, call)
    const fields = sampleOf(name, stage.own, stage)
    await watch.since()
    for (const field of hostile.filter((each) => !(each in fields))) {
      const { code, text } = await send(visitor, requestOf(call, { ...fields, [field]: 'x' }))
      expect(code, `${field}: ${text}`).toBe('request_malformed')
    }
    expect(effectsOf(await watch.since())).toEqual([])
  })
})

describe('a thing that does not exist', () => {
  test.each(calls)('%s is refused, and does nothing', async (name, call) => {
    const { own, nobodys } = stage
    const visitor = whoMay(name, call)
    for (const kind of namedBy(name)) {
      const { status, code, effects, text } = await make(
        visitor,
        call,
        sampleOf(name, { ...own, [kind]: nobodys[kind] }, stage),
      )
      expect(status, `${kind}: ${text}`).toBeGreaterThanOrEqual(400)
      expect(closedDoors, kind).not.toContain(code)
      expect(effects, kind).toEqual([])
    }
  })
})

function whoMay(name: CallName, call: Endpoint): Visitor {
  if (!isConsoleCall(name)) return stage.owner
  return stage.operators[call.can ? rolesWith(call.can)[0]! : 'admin']
}

describe('a caller who is let in', () => {
  /** They end the session that they are made in. */
  const leaving: readonly CallName[] = ['accounts.sign-out', 'sessions.end-one', 'ops.sign-out']

  test.each(calls)('%s takes the whole input about things of their own', async (name, call) => {
    if (leaving.includes(name)) return expectLeft(name, call)
    const roles: readonly OperatorRole[] = call.can ? rolesWith(call.can) : ['admin']
    const visitors = isConsoleCall(name) ? roles.map((role) => stage.operators[role]) : [stage.owner]
    for (const visitor of visitors) {
      const { code, status, text } = await make(visitor, call, sampleOf(name, stage.own, stage))
      expect(closedDoors, text).not.toContain(code)
      expect(code, `the sample input of ${name} is malformed: ${text}`).not.toBe('request_malformed')
      expect(status, text).not.toBe(500)
    }
  })

  async function expectLeft(name: CallName, call: Endpoint): Promise<void> {
    const isOperator = isConsoleCall(name)
    const visitor = isOperator ? await stage.house.colleague('admin') : await stage.house.player()
    const session = isOperator ? '' : (await visitor.call(me, {})).sessionId
    expect((await make(visitor, call, sampleOf(name, { ...stage.own, session }, stage))).status).toBe(200)
    expect(await make(visitor, call, {})).toMatchObject({ status: 401 })
  }
})
