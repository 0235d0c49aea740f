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

/** What two of three relays are asked for a draw with these records, and what is made of their answers. */
async function asked(...records: NewRecord[]) {
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    return address.includes('one') ? Response.json({ round, signature }) : new Response(null, { status: 404 })
  })
  const told = await askRelays(
    relays,
    records.map((record) => ({ v: 2, ...record })),
  )
  return { addresses, told }
}

test.each<[string, NewRecord[]]>([
  ['that has numbers', [schedule, close, result]],
  ['that is void because nobody is said to have its round', [schedule, close, voided('beacon-unavailable')]],
])('relays are asked for the round of a draw %s', async (_, records) => {
  const path = `${schedule.body.beacon.chainHash}/public/${round}`
  expect(await asked(...records)).toEqual({
    addresses: [`https://one.example/${path}`, `https://two.example/${path}`],
    told: [{ round, signature }],
  })
})

test.each<[string, NewRecord[]]>([
  ['without a schedule', [close, voided('beacon-unavailable')]],
  ['that goes on', [schedule, close]],
  ['that is void for another reason', [schedule, close, voided('late-close')]],
])('relays are not asked about a draw %s', async (_, records) => {
  expect(await asked(...records)).toEqual({ addresses: [], told: [] })
})
