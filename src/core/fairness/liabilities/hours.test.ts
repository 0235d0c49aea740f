import { describe, expect, test } from 'vitest'
import { formatInstant } from '../instant.ts'
import type { Entry, NewRecord } from '../log.ts'
import { packHash } from '../pack.ts'
import type { LogRecord } from '../records.ts'
import { checkHours, hourMs } from './hours.ts'
import { makeProof, proofAtMs } from './testing/model-house.ts'

const players = [{ account: 'an', owed: { available: 80_00, held: 10_00, repeatOrders: 6_00, stakes: 4_00 } }]
const hashOf = (seal: number) => packHash('seal', String(seal))

/** The proof of the nth hour, with the seal that the ledger had then. */
function proof(hour: number, seal: number, { number = hour, lateMs = 0 } = {}): NewRecord {
  const { record } = makeProof(players, { number, atMs: proofAtMs + hour * hourMs + lateMs })
  return { ...record, body: { ...record.body, ledger: { number: seal, hash: hashOf(seal) } } }
}

function head(hour: number, seal: number, hash = hashOf(seal)): NewRecord {
  const at = formatInstant(proofAtMs + hour * hourMs - 5 * 60_000)
  return { at, type: 'head', body: { book: 'ledger', number: seal, hash } }
}

const judge = (...records: NewRecord[]) => {
  const entries = records.map((record, index): Entry => ({ record: { v: 2, ...record } as LogRecord, index, hash: '' }))
  const { problem, missed, proofs } = checkHours(entries)
  return { problem, missed: missed.map((atMs) => Math.round((atMs - proofAtMs) / hourMs)), proofs: proofs.length }
}

describe('several hours of one log', () => {
  test('hold where numbers, instants, totals and the ledger’s heads go on from each other', () => {
    const log = [head(1, 5), proof(1, 6), head(2, 7), proof(2, 7), head(3, 9), proof(3, 12)]
    expect(judge(...log)).toEqual({ problem: null, missed: [], proofs: 3 })
  })

  test('hold where a head is published while a proof is being built', () => {
    const during = { ...head(1, 9), at: formatInstant(proofAtMs + hourMs + 2_000) }
    expect(judge(during, proof(1, 8)).problem).toBe(null)
  })

  test('tell which hours have no proof', () => {
    expect(judge(proof(1, 1), proof(4, 2, { number: 2 }))).toEqual({ problem: null, missed: [2, 3], proofs: 2 })
  })

  test.each<[string, NewRecord[], string]>([
    ['a number left out', [proof(1, 1), proof(2, 2, { number: 3 })], 'number-out-of-order'],
    ['a second proof of a number', [proof(1, 1), proof(2, 2, { number: 1 })], 'number-out-of-order'],
    ['two proofs in an hour', [proof(1, 1), proof(1, 2, { number: 2, lateMs: 60_000 })], 'instant-out-of-order'],
    ['an instant after its record', [{ ...proof(1, 1), at: formatInstant(proofAtMs) }], 'instant-out-of-order'],
    ['a ledger that became shorter', [proof(1, 5), proof(2, 4)], 'ledger-contradicted'],
    ['a ledger behind the head before it', [head(1, 5), proof(1, 4)], 'ledger-contradicted'],
    ['a head behind the ledger of a proof', [proof(1, 5), head(2, 4)], 'ledger-contradicted'],
    ['a head with another hash', [proof(1, 5), head(2, 5, hashOf(6))], 'ledger-contradicted'],
  ])('fail with %s', (_, records, code) => expect(judge(...records).problem?.code).toBe(code))
})
