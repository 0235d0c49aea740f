import { afterEach, expect, test, vi } from 'vitest'
import type { NewRecord } from '#core/fairness/log'
import { refundBody } from '#core/fairness/testing/genuine-draw'
import { genuine } from '#core/fairness/testing/tamper'
import { askRelays } from './ask-relays.ts'

const { schedule, close, result } = genuine
const { round, signature } = result.body
const voided = (reason: 'beacon-unavailable' | 'late-close'): NewRecord => ({
  at: close.at,
  type: 'void',
  body: { ...refundBody(genuine), reason },
})
const relays = ['https://one.example', 'https://two.example', 'https://three.example']

afterEach(() => vi.unstubAllGlobals())

const drawsMs = Date.parse(schedule.body.draws[0]!.drawsAt)
const halfHourMs = 30 * 60_000

/** What two of three relays are asked for a draw with these records, and what is made of their answers. */
async function asked(records: NewRecord[], nowMs = drawsMs + halfHourMs - 1) {
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    return address.includes('one') ? Response.json({ round, signature }) : new Response(null, { status: 404 })
  })
  const told = await askRelays(
    relays,
    records.map((record) => ({ v: 2, ...record })),
    nowMs,
  )
  return { addresses, told }
}

test.each<[string, NewRecord[], number?]>([
  ['that has numbers', [schedule, close, result]],
  ['that is void because nobody is said to have its round', [schedule, close, voided('beacon-unavailable')]],
  ['that closed and has no numbers half an hour after its time', [schedule, close], drawsMs + halfHourMs],
])('relays are asked for the round of a draw %s', async (_, records, nowMs) => {
  const path = `${schedule.body.beacon.chainHash}/public/${round}`
  expect(await asked(records, nowMs)).toEqual({
    addresses: [`https://one.example/${path}`, `https://two.example/${path}`],
    told: [{ round, signature }],
  })
})

test.each<[string, NewRecord[], number?]>([
  ['without a schedule', [close, voided('beacon-unavailable')]],
  ['that goes on', [schedule, close]],
  ['that is void for another reason', [schedule, close, voided('late-close')], drawsMs + halfHourMs],
  ['that was never closed', [schedule], drawsMs + halfHourMs],
])('relays are not asked about a draw %s', async (_, records, nowMs) => {
  expect(await asked(records, nowMs)).toEqual({ addresses: [], told: [] })
})
