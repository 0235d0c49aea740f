import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { packHash } from '#core/fairness/pack'
import * as made from '#core/fairness/testing/genuine-draw'
import type { Verdict } from '#core/fairness/verify'
import { Broken, check, type CheckOptions, type Remark } from './check.ts'
import { keptNothing } from './kept.ts'
import { layout } from './public-files.ts'
import { Unreadable } from './source.ts'
import { headsAt, keyChange, keyRecord, recordsOf, tileFiles, writeSite, type Shown } from './testing/site-files.ts'

const drafts = [made.houseDraft('0001'), made.houseDraft('0002')]
const [draft] = drafts as [made.Draft]
const day = draft.drawId.split(':')[1]!
// The first draw closes in the second tile, and has its result in the fifth.
const others = [...headsAt(draft.schedule.at, 400), ...headsAt(draft.result.at, 700)]
const records = recordsOf(drafts, others)
const log = made.sealLog(records)
const indexOf = (type: string) => records.findIndex((record) => record.type === type)

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'clearball-log-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const options: CheckOptions = {
  key: made.operatorKey,
  policy: null,
  kept: keptNothing,
  paid: null,
  mode: 'house-beacon',
  relays: [],
  nowMs: Date.now(),
  settleBet: settleLeaf,
}

async function verdictsOf(what: string, more: Partial<CheckOptions> = {}): Promise<Verdict[]> {
  const found: Verdict[] = []
  for await (const verdict of check([folder, what], { ...options, ...more })) found.push(verdict)
  return found
}

const failures = ({ steps }: Verdict) =>
  steps.filter(({ status }) => status === 'fail').map(({ step, reason }) => [step, reason])

/** Changes a file of the site. */
async function change(path: string, alter: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(join(folder, path), alter(await readFile(join(folder, path))))
}
const flipped = (at: number) => (bytes: Buffer) => {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes
}
const write = (shown: Shown = {}) => writeSite(folder, drafts, { log, ...shown })

describe('a day whose records lie in several tiles', () => {
  test.each<[string, Shown]>([
    ['from the first to the last record that its file names', {}],
    ['from all of the log, where there is no such file', { day: null }],
    ['from a part that begins and ends inside of tiles', { day: { first: 1, last: log.entries.length - 2 } }],
    ['from a file that names records which are not there yet', { day: { first: 1, last: log.entries.length + 999 } }],
  ])('is checked %s', async (_, shown) => {
    await write(shown)
    const verdicts = await verdictsOf(day)
    expect(verdicts.map(({ drawId }) => drawId)).toEqual(drafts.map(({ drawId }) => drawId))
    expect(verdicts.flatMap(failures)).toEqual([])
    const held = verdicts[0]!.steps[1]!
    const { first = 0, last = Infinity } = shown.day ?? (shown.day === null ? {} : { first: 1 })
    expect(held).toMatchObject({ status: 'pass', facts: { records: log.entries.slice(first, last + 1).length } })
  })

  test('is not passed off as whole by a file that leaves records out', async () => {
    await write({ day: { first: 1, last: indexOf('result') - 1 } })
    const [first] = await verdictsOf(day)
    expect(failures(first!)).toEqual([[3, 'overdue']])
  })
})

describe('tampering with the files of a log', () => {
  const tiles = [...tileFiles(log).keys()]
  const lastTile = Math.floor((log.entries.length - 1) / 256)

  test('there are tiles of three kinds, and partial ones', () => {
    expect(tiles).toEqual(expect.arrayContaining(['tile/entries/000', 'tile/0/003', 'tile/1/000.p/4']))
    expect(tiles).toContain(`tile/0/004.p/${log.entries.length % 256}`)
    expect(lastTile).toBe(4)
  })

  test.each(tiles.filter((path) => path.startsWith('tile/0/')))('is found in the leaves of %s', async (path) => {
    await write()
    await change(layout.tile(path), flipped(32))
    expect(failures((await verdictsOf(draft.drawId))[0]!)).toContainEqual([2, 'not-in-log'])
  })

  test('is found in the hashes above the leaves', async () => {
    await write()
    await change(layout.tile('tile/1/000.p/4'), flipped(3 * 32))
    expect(failures((await verdictsOf(draft.drawId))[0]!)).toContainEqual([2, 'not-in-log'])
  })

  const rewritten = tileFiles(made.sealLog(records.with(indexOf('result'), { ...draft.result, at: draft.settle.at })))

  test('is found in an entry, though its hashes are the true ones', async () => {
    await write()
    for (const [path, bytes] of rewritten)
      if (path.startsWith('tile/entries/')) await writeFile(join(folder, layout.tile(path)), bytes)
    expect(failures((await verdictsOf(draft.drawId))[0]!)).toContainEqual([2, 'not-in-log'])
  })

  test('is found where all tiles are those of another log', async () => {
    await write()
    for (const [path, bytes] of rewritten) await writeFile(join(folder, layout.tile(path)), bytes)
    await expect(verdictsOf(day)).rejects.toBeInstanceOf(Broken)
  })

  test('is found in the checkpoint, which nobody but the operator signs', async () => {
    await write()
    await writeFile(join(folder, layout.checkpoint), made.sealLog(records, made.houseSecret).note)
    await expect(verdictsOf(day)).rejects.toMatchObject({ reason: 'checkpoint-false' })
    expect(failures((await verdictsOf(draft.drawId))[0]!)).toContainEqual([2, 'checkpoint-false'])
  })

  test.each(['tile/entries/002', 'tile/0/002', 'tile/1/000.p/4'])(
    'by leaving %s out, or half of it, leaves the day unread',
    async (path) => {
      await write()
      await change(layout.tile(path), (bytes) => bytes.subarray(0, bytes.length / 2 - 7))
      await expect(verdictsOf(day)).rejects.toBeInstanceOf(Unreadable)
      await rm(join(folder, layout.tile(path)))
      await expect(verdictsOf(day)).rejects.toThrow('does not have the entries from')
    },
  )

  test.each([
    ['tile/0/002', 256 * 32],
    [`tile/0/004.p/${log.entries.length % 256}`, (log.entries.length % 256) * 32],
    ['tile/1/000.p/4', 4 * 32],
    ['tile/entries/002', 256 * 65_537],
  ])('%s of more than %i bytes is refused', async (path, most) => {
    await write()
    await change(layout.tile(path), (bytes) => Buffer.concat([bytes], most + 1))
    await expect(verdictsOf(day)).rejects.toThrow(`${layout.tile(path)} has more than ${most} bytes`)
  })

  test('a file that is no checkpoint, or none at all, leaves the day unread', async () => {
    await write()
    await writeFile(join(folder, layout.checkpoint), '<html>')
    await expect(verdictsOf(day)).rejects.toThrow('is not a checkpoint')
    await rm(join(folder, layout.checkpoint))
    await expect(verdictsOf(day)).rejects.toBeInstanceOf(Unreadable)
  })
})

describe('a key that changed in between', () => {
  const [second, third] = [packHash('second key'), packHash('third key')]
  const changed = recordsOf(drafts, [
    ...others,
    keyRecord(draft.close.at, second),
    keyRecord(draft.result.at, third),
    ...headsAt(draft.settle.at, 1),
  ])
  const places = [second, third].map((secret) => {
    const named = keyRecord('', secret).body
    return changed.findIndex(({ body }) => JSON.stringify(body) === JSON.stringify(named))
  }) as [number, number]
  const changes = [
    keyChange(changed.slice(0, places[0] + 1)),
    keyChange(changed.slice(0, places[1] + 1), second),
  ] as const

  test('is followed from the first one', async () => {
    await write({ log: made.sealLog(changed, third), keyChanges: changes })
    expect((await verdictsOf(day)).flatMap(failures)).toEqual([])
  })

  test('signs from the checkpoint on that follows the one in which it was named', async () => {
    const upTo = (count: number, secret?: string) => made.sealLog(changed.slice(0, count), secret)
    const checkpoint = async (shown: made.Sealed) => {
      await write({ log: shown, keyChanges: changes, day: null })
      return (await verdictsOf(draft.drawId))[0]!.steps[1]!.status
    }
    expect(await checkpoint(upTo(places[0] + 1))).toBe('pass')
    expect(await checkpoint(upTo(places[0] + 2))).toBe('fail')
    expect(await checkpoint(upTo(places[0] + 2, second))).toBe('pass')
    expect(await checkpoint(upTo(places[1] + 1, second))).toBe('pass')
    expect(await checkpoint(upTo(places[1] + 2, second))).toBe('fail')
    expect(await checkpoint(upTo(places[1] + 2, third))).toBe('pass')
  })

  test.each<[string, readonly string[]]>([
    ['a change is left out', changes.slice(1)],
    ['changes are left out', []],
    ['a change is signed with another key', [keyChange(changed.slice(0, places[0] + 1), third), changes[1]]],
    ['a change is no proof', ['nothing', changes[1]]],
  ])('fails where %s', async (_, keyChanges) => {
    await write({ log: made.sealLog(changed, third), keyChanges })
    const [verdict] = await verdictsOf(draft.drawId)
    expect(failures(verdict!)).toContainEqual([2, 'checkpoint-false'])
  })
})

describe('what a checker brings', () => {
  const seen = made.witnessedClose(log)!
  const { receipt, heads, note } = made.keptFrom(draft, log)
  const eight = (verdicts: readonly Verdict[]) => verdicts[0]!.steps[7]!

  test('a policy of three witnesses: two have to have seen the close in time', async () => {
    const seenAt = async (text: string | null) => {
      await write({ seen: text === null ? {} : { [indexOf('close')]: text } })
      return eight(await verdictsOf(draft.drawId, { policy: made.testPolicy }))
    }
    expect(await seenAt(seen)).toMatchObject({ status: 'pass', facts: { witnesses: 'north south west' } })
    const lines = seen.trimEnd().split('\n')
    expect(await seenAt(`${lines.slice(0, -1).join('\n')}\n`)).toMatchObject({ facts: { witnesses: 'north south' } })
    expect(await seenAt(`${lines.slice(0, -2).join('\n')}\n`)).toMatchObject({ reason: 'close-not-witnessed' })
    expect(await seenAt(null)).toMatchObject({ status: 'fail', reason: 'close-not-witnessed' })
    expect(await seenAt('nonsense')).toMatchObject({ status: 'fail', reason: 'close-not-witnessed' })
    expect(await seenAt(made.witnessedClose(log, 31_000))).toMatchObject({ reason: 'close-not-witnessed' })
    const other = recordsOf(
      [{ ...draft, close: { ...draft.close, at: draft.close.at.replace('000Z', '001Z') } }],
      others,
    )
    expect(await seenAt(made.witnessedClose(made.sealLog(other)))).toMatchObject({ reason: 'close-not-witnessed' })
  })

  test('a receipt and running heads, over the border of a tile', async () => {
    await write()
    const kept = {
      ...keptNothing,
      receipts: [receipt],
      heads: { [draft.drawId]: heads },
      notes: { [draft.drawId]: note },
    }
    const [verdict] = await verdictsOf(draft.drawId, { kept })
    const passed = verdict!.steps.filter(({ status }) => status === 'pass').map(({ step }) => step)
    expect(passed).toEqual(expect.arrayContaining([8, 12, 13, 17]))
    const early = others.with(0, headsAt(others[0]!.at, 2)[1]!)
    await write({ log: made.sealLog(recordsOf(drafts, early)) })
    expect(failures((await verdictsOf(draft.drawId, { kept }))[0]!)).toContainEqual([12, 'head-changed'])
  })

  test('the newest checkpoint it saw, which the log has to extend', async () => {
    const remarks = async (checkpoint: string, shown: Shown = {}) => {
      const said: Remark[] = []
      await write(shown)
      await verdictsOf(day, { kept: { ...keptNothing, checkpoint }, tell: (remark) => void said.push(remark) })
      return said
    }
    const upTo = (count: number) => made.sealLog(records.slice(0, count))
    for (const count of [1, 256, 257, 1_000, records.length]) expect(await remarks(upTo(count).note)).toEqual([])
    expect(await remarks(log.note, { log: upTo(records.length - 1) })).toEqual(['kept-checkpoint-missing'])
    const fork = made.sealLog([...records.slice(0, 600), ...headsAt(draft.result.at, 1)])
    expect(await remarks(fork.note)).toEqual(['kept-checkpoint-contradicted'])
    // Hashes that lead from the checker's log to another than the one that is signed.
    await write()
    const continued = made.sealLog([...records.slice(0, 600), ...headsAt(draft.result.at, 1), ...records.slice(601)])
    for (const [path, bytes] of tileFiles(continued)) await writeFile(join(folder, layout.tile(path)), bytes)
    const said: Remark[] = []
    const tell = (remark: Remark) => void said.push(remark)
    await expect(verdictsOf(day, { kept: { ...keptNothing, checkpoint: fork.note }, tell })).rejects.toThrow(Broken)
    expect(said).toEqual(['kept-checkpoint-contradicted'])
    expect(await remarks(made.sealLog(records, made.houseSecret).note)).toEqual(['kept-checkpoint-foreign'])
    expect(await remarks('nonsense')).toEqual(['kept-checkpoint-foreign'])
  })
})
