import { describe, expect, test } from 'vitest'
import type { OwnEvidence } from './check/draw-case.ts'
import { packHash } from './pack.ts'
import { betTampers } from './testing/bet-tampers.ts'
import vectors from './testing/drand-quicknet.json' with { type: 'json' }
import * as made from './testing/genuine-draw.ts'
import { logTampers } from './testing/log-tampers.ts'
import { flip, genuine, kept, later, roundMs, type Tamper } from './testing/tamper.ts'
import { verifyDraw, type Verdict } from './verify.ts'

const tampers = [...logTampers, ...betTampers]

function failures(verdict: Verdict): number[] {
  return verdict.steps.filter(({ status }) => status === 'fail').map(({ step }) => step)
}

function judge({ change, reseal, own }: Tamper, mine: Partial<OwnEvidence>): number[] {
  const draft = made.copyOf(genuine)
  const entries = change(draft) ?? made.entriesOf(draft)
  const log = made.sealLog(entries)
  return failures(verifyDraw(made.shownDraw(draft, reseal?.(log) ?? log), made.evidence({ ...mine, ...own })))
}

describe('an operator who signs everything again with its true key is caught', () => {
  test.each(tampers)('$how', (tamper) => {
    expect(judge(tamper, kept)).toEqual(tamper.caught)
  })

  test.each(tampers.filter(({ own }) => !own || own.paidToMe === null || own.mode || own.nowMs))(
    'without receipt and witness: $how',
    (tamper) => {
      expect(judge(tamper, {})).toEqual(tamper.outside)
    },
  )

  test('signing with another key fails step 1', () => {
    const log = made.sealLog(made.entriesOf(genuine), made.houseSecret)
    const shown = made.shownDraw(genuine, log, packHash('not the key'))
    expect(failures(verifyDraw(shown, made.evidence()))).toContain(1)
  })

  test('an hour of notice is owed on the public beacon', () => {
    const beacon = vectors.positive.find(({ round }) => round === 20_791_007)!
    const draft = made.quicknetDraft(beacon)
    draft.schedule.at = later(draft.schedule.body.draws[0]!.opensAt, -3_600_000 + 1)
    const shown = made.shownDraw(draft)
    expect(failures(verifyDraw(shown, made.evidence({ mode: 'public-beacon' })))).toEqual([5])
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

  test.each(leaves(kept.receipt).map((path) => ({ path, name: path.join('.') })))(
    'a receipt altered in $name is refused by step 12',
    ({ path }) => {
      const receipt = JSON.parse(JSON.stringify(kept.receipt)) as typeof kept.receipt
      alter(receipt, path)
      expect(failures(verifyDraw(made.shownDraw(genuine), made.evidence({ receipt })))).toContain(12)
    },
  )
})
