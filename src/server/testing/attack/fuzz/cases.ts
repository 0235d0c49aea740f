import fc from 'fast-check'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { type CallName, type Fields, sampleOf } from '../samples.ts'
import { type Sent, requestOf } from '../send-call.ts'
import { type Stage, type Things, ofTheHouse } from '../stage.ts'
import type { Described } from './described.ts'
import { whyRefused, whys } from './must-refuse.ts'
import { spoiltRequests } from './spoilt-requests.ts'
import { foreignFields, strangeIds, strangeNumbers, tooLong, valuesFor } from './values.ts'

/** Why a request must be refused, whoever sends it. */
export const reasons = [...whys, 'a thing of somebody else', 'an id of nothing', 'a broken form'] as const
export type Reason = (typeof reasons)[number]

/** One request: what is wrong with it, and functions, because making all of them would take longer than sending some. */
export type Case = {
  how(): string
  make(): Sent
  /** Null where the call itself decides. */
  whyNot(): Reason | null
}

type Place = Described['places'][number]

/** Everything that is sent to a call besides the right input: one field spoilt at a time, or the request as a whole. */
export function casesOf(call: Described, stage: Stage, seed: number): Case[] {
  const sample = sampleOf(call.name as CallName, stage.own, stage)
  const wrong = whyRefused(call, sample)
  if (wrong) throw new Error(`the description of ${call.name} does not allow the sample: ${wrong}`)
  const ids = [
    ...new Set([...Object.values(stage.theirs), ...Object.values(stage.own), ...Object.values(stage.nobodys)]),
  ]
  const inPlace = ({ path }: Place, value: unknown): Case => {
    const spoilt = () => putAt(sample, path, value)
    return {
      how: () => `${path.join('.')} = ${JSON.stringify(value)?.slice(0, 80) ?? 'nothing'}`,
      make: () => requestOf(call, spoilt()),
      // A dot in a path leads to another call.
      whyNot: () => {
        if (call.path.includes(`:${path[0]}`) && (value === '.' || value === '..')) return null
        return whyRefused(call, spoilt()) ?? whyNotThere({ call, stage }, valueAt(sample, path), value)
      },
    }
  }
  const fields = call.places.flatMap((place) =>
    [undefined, ...valuesFor(place.schema, ids)].map((value) => inPlace(place, value)),
  )
  const foreign: Case[] = foreignFields.flatMap((name) =>
    [true, 'admin', '1000000.00', stage.theirs.player].map((value) => ({
      how: () => `a field ${name} = ${value}`,
      make: () => requestOf(call, { ...sample, [name]: value }),
      whyNot: () => whyRefused(call, { ...sample, [name]: value }),
    })),
  )
  const spoilt: Case[] = spoiltRequests(requestOf(call, sample), call).map(({ how, sent, mustRefuse }) => ({
    how: () => how,
    make: () => sent,
    whyNot: () => (mustRefuse ? 'a broken form' : null),
  }))
  return [...fields, ...foreign, ...spoilt, ...randomOf(call, seed).map(([place, value]) => inPlace(place, value))]
}

/** Values that nobody thought of, and where they go. */
function randomOf({ places }: Described, seed: number): [Place, unknown][] {
  if (places.length === 0) return []
  const value = fc.oneof(fc.string({ maxLength: 300, unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }), fc.double())
  return fc.sample(fc.tuple(fc.constantFrom(...places), value), { seed, numRuns: 20 })
}

const amount = /^(0|[1-9][0-9]{0,11})\.[0-9]{2}$/

/** What must be refused in place of this right value, also where the description forgets to say so. */
function whyNotThere(at: { call: Described; stage: Stage }, right: unknown, value: unknown): Reason | null {
  if (value === tooLong) return 'out of bounds'
  if (typeof right !== 'string' || typeof value !== 'string') return null
  if (amount.test(right) && strangeNumbers.includes(value) && !amount.test(value)) return 'out of bounds'
  const { own, theirs } = at.stage
  const kind = (Object.keys(own) as (keyof Things)[]).find((each) => own[each] === right)
  if (!kind) return null
  if (strangeIds.includes(value)) return 'an id of nothing'
  const call: Endpoint = api[at.call.name as CallName]
  const isOfPlayers = call.who === 'player' || call.knowsPlayers
  return isOfPlayers && !ofTheHouse.includes(kind) && value === theirs[kind] ? 'a thing of somebody else' : null
}

/** For each reason that this call can have, one request that must be refused for it. */
export function oneOfEach(cases: readonly Case[], seed: number): Case[] {
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...cases], { minLength: cases.length }), { seed, numRuns: 1 })
  const found = new Map<Reason, Case>()
  for (const each of shuffled) {
    const why = each.whyNot()
    if (why && !found.has(why)) found.set(why, each)
  }
  return [...found.values()]
}

/** A copy with another value at a place; without a value, the field is left out. */
function putAt<T extends object>(at: T, [step, ...rest]: Place['path'], value: unknown): T {
  const copy = (Array.isArray(at) ? [...at] : { ...at }) as Record<string | number, unknown>
  const inner = copy[step!]
  const isThere = typeof inner === 'object' && inner !== null
  if (rest.length > 0) copy[step!] = putAt(isThere ? inner : typeof rest[0] === 'number' ? [] : {}, rest, value)
  else if (value === undefined) delete copy[step!]
  else copy[step!] = value
  return copy as T
}

export const valueAt = (fields: unknown, path: Place['path']): unknown =>
  path.reduce<unknown>((at, step) => (at as Fields | undefined)?.[step], fields)
