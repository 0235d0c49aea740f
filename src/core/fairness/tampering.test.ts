import { describe, expect, test } from 'vitest'
import { formatReceipt, parseReceipt } from './receipt.ts'
import { betTampers } from './testing/bet-tampers.ts'
import { cellTampers, cellsGenuine, cellsKept } from './testing/cell-tampers.ts'
import { endingTampers } from './testing/ending-tampers.ts'
import vectors from './testing/drand-quicknet.json' with { type: 'json' }
import * as made from './testing/genuine-draw.ts'
import { failures, judgeOf, readersOf } from './testing/judge.ts'
import { logTampers } from './testing/log-tampers.ts'
import { flip, genuine, kept, later, roundMs, type Caught } from './testing/tamper.ts'
import { verifyDraw } from './verify.ts'

const tampers = [...logTampers, ...endingTampers, ...betTampers]
const noFailure: Caught = { everything: [], receipt: [], policy: [], nothing: [] }

const readers = Object.entries(readersOf(kept))
const judge = judgeOf(genuine)
const cellReaders = Object.entries(readersOf(cellsKept))
const judgeCells = judgeOf(cellsGenuine)

describe('an operator who signs everything again with its true key is caught', () => {
  describe.each(readers)('by a reader with %s', (name, reader) => {
    test.each(tampers)('$how', (tamper) => {
      expect(judge(tamper, reader)).toEqual(tamper.caught[name as keyof Caught])
    })
  })

  describe.each(cellReaders)('with several cells by a reader with %s', (name, reader) => {
    test('who finds nothing wrong while nobody cheats', () => {
      expect(judgeCells({ how: '', change: () => {}, caught: noFailure }, reader)).toEqual([])
    })

    test.each(cellTampers)('$how', (tamper) => {
      expect(judgeCells(tamper, reader)).toEqual(tamper.caught[name as keyof Caught])
    })
  })

  test('by a reader with nothing but a policy of witnesses, unless it is about what somebody else saw or was paid', () => {
    const unnoticed = [...tampers, ...cellTampers]
      .filter(({ caught }) => caught.policy.length === 0)
      .map(({ how }) => how)
    expect(unnoticed).toEqual([
      'the close record is shown only after the beacon',
      'the relays tell another beacon',
      'a draw is voided for want of a beacon that relays have',
      'I am paid a cent less',
    ])
  })

  test('signing with another key fails steps 1 and 2', () => {
    const log = made.sealLog(made.entriesOf(genuine), made.houseSecret)
    expect(failures(verifyDraw(made.shownDraw(genuine, log), made.evidence()))).toContain(2)
    const shown = { ...made.shownDraw(genuine), operatorKey: made.otherKey }
    expect(failures(verifyDraw(shown, made.evidence()))).toContain(1)
  })

  test('an hour of notice is owed on the public beacon', () => {
    const beacon = vectors.positive.find(({ round }) => round === 20_791_007)!
    const draft = made.quicknetDraft(beacon)
    draft.schedule.at = later(draft.schedule.body.draws[0]!.opensAt, -3_600_000 + 1)
    const shown = made.shownDraw(draft)
    // No game draws at the time of that round.
    expect(failures(verifyDraw(shown, made.evidence({ mode: 'public-beacon' })))).toEqual([5, 6])
  })
})

type Path = readonly (string | number)[]

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]))
}

function alter(root: object, path: Path): void {
  const parent = path.slice(0, -1).reduce((at, key) => (at as Record<string, object>)[key]!, root) as Record<
    string,
    unknown
  >
  const key = path.at(-1)!
  const value = parent[key]
  if (typeof value === 'number') parent[key] = value + 1
  else if (/^[0-9a-f]{32,}$/.test(String(value))) parent[key] = flip(String(value))
  else if (String(value).endsWith('Z')) parent[key] = later(String(value), 1)
  else parent[key] = value === 'dice3' ? 'digits5' : `${String(value)}x`
}

const parts = ['schedule', 'close', 'result', 'settle'] as const
const fields = [
  ...parts.flatMap((part) => leaves(genuine[part].body).map((path) => [part, 'body', ...path])),
  ...leaves(genuine.bets[1]).map((path) => ['bets', 1, ...path]),
  ...leaves(genuine.bets[3]).map((path) => ['bets', 3, ...path]),
  ...leaves(genuine.rules).map((path) => ['rules', ...path]),
]

describe('every field counts', () => {
  test.each(fields.map((path) => ({ path, name: path.join('.') })))('altering $name is caught', ({ path }) => {
    const draft = made.copyOf(genuine)
    alter(draft, path)
    expect(verifyDraw(made.shownDraw(draft), made.evidence({ ...kept, nowMs: roundMs + 3_600_000 })).verdict).toBe(
      'fail',
    )
  })

  const changes = Array.from(kept.receipt.note.split('\n').entries()).filter(([, line]) => line !== '')
  test.each(changes)('a receipt altered in line %i of its note is refused by step 12', (at, line) => {
    const altered = kept.receipt.note.split('\n').with(
      at,
      line.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    )
    const text = formatReceipt({ ...kept.receipt, note: altered.join('\n') })
    const receipt = parseReceipt(text)
    if (receipt) expect(failures(verifyDraw(made.shownDraw(genuine), made.evidence({ receipt })))).toContain(12)
  })

  test.each(leaves(kept.receipt.bet).map((path) => ({ path, name: path.join('.') })))(
    'a receipt with another $name is refused by step 12',
    ({ path }) => {
      const bet = { ...kept.receipt.bet }
      alter(bet, path)
      expect(
        failures(verifyDraw(made.shownDraw(genuine), made.evidence({ receipt: { ...kept.receipt, bet } }))),
      ).toContain(12)
    },
  )
})
