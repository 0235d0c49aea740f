import { expect, test } from 'vitest'
import { type Witness, type WitnessesNow, stateOf } from './witness-state.ts'

const signed: Witness = {
  name: 'north',
  key: 'north.example',
  host: 'north.example',
  cosigned: { at: 10_000, size: 8 },
  delayMs: 40,
  failures: 0,
  failure: null,
}
const newest = { index: 7, closedAt: 10_000 } as NonNullable<WitnessesNow['newest']>

test.each<[string, Partial<Witness> & { now?: number }, string]>([
  ['answers at once', {}, 'good'],
  ['takes three seconds', { delayMs: 3_000 }, 'good'],
  ['takes longer', { delayMs: 3_001 }, 'slow'],
  ['may still sign the newest close', { cosigned: { at: 0, size: 7 }, now: 18_000 }, 'good'],
  ['did not sign the newest close in time', { cosigned: { at: 0, size: 7 }, now: 18_001 }, 'slow'],
  ['failed last', { failures: 1 }, 'failing'],
  ['never answered, and failed', { cosigned: null, delayMs: null, failures: 4 }, 'failing'],
  ['failed before it signed', { failure: { what: 'it answers 500', at: 1 } }, 'good'],
  ['was not asked yet', { cosigned: null, delayMs: null }, 'waiting'],
  ['has no address', { host: null, cosigned: null, delayMs: null }, 'unasked'],
])('a witness that %s', (_, { now = 60_000, ...given }, state) => {
  expect(stateOf({ ...signed, ...given }, { newest, now })).toBe(state)
})

test('before any draw closed, nobody is behind', () => {
  expect(stateOf(signed, { newest: null, now: 60_000 })).toBe('good')
})
