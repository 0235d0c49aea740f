import { expect, test } from 'vitest'
import { type OwedNow, proofStateOf } from './proof-state.ts'

const hourMs = 3_600_000
const at = 100 * hourMs + 7_000
const newest = { at } as NonNullable<OwedNow['newest']>
const failure = { at, what: 'the books differ' }

test.each([
  ['none', { now: at, newest: null, failure: null }],
  ['failed', { now: at, newest: null, failure }],
  ['proven', { now: 101 * hourMs + 599_999, newest, failure: null }],
  ['late', { now: 101 * hourMs + 600_000, newest, failure: null }],
  ['failed', { now: 103 * hourMs, newest, failure }],
] as const)('the proof is called %s', (state, given) => {
  expect(proofStateOf(given)).toBe(state)
})
