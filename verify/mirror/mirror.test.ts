import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { roundTimeMs } from '#core/fairness/beacon'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import type { NewRecord } from '#core/fairness/log'
import { packHash } from '#core/fairness/pack'
import * as made from '#core/fairness/testing/genuine-draw'
import { check } from '../check.ts'
import { readKept } from '../kept.ts'
import { layout } from '../public-files.ts'
import { headsAt, keyChange, keyRecord, recordsOf, serveFolder, tileFiles, writeSite } from '../testing/site-files.ts'
import type { Shown } from '../testing/site-files.ts'
import { lookOnce, openMirror, type MirrorEvent, type MirrorOptions } from './mirror.ts'
import { watch } from './watch.ts'

const drafts = [made.houseDraft('0001'), made.houseDraft('0002')]
const [draft] = drafts as [made.Draft]
// The first draw closes in the second tile; the log ends in the fifth.
const records = recordsOf(drafts, [...headsAt(draft.schedule.at, 400), ...headsAt(draft.result.at, 700)])
const closeAt = records.findIndex(({ type }) => type === 'close')
const roundMs = roundTimeMs(draft.chain, draft.result.body.round)
const upTo = (count: number) => made.sealLog(records.slice(0, count))

let root: string
let folder: string
let events: MirrorEvent[]
const site = () => join(root, 'site')
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'clearball-mirror-'))))
afterAll(() => rm(root, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'mirror-'))
  events = []
})

const setting = (more: Partial<MirrorOptions> = {}): MirrorOptions => ({
  site: site(),
  folder,
  key: made.operatorKey,
  patienceMs: 0,
  clock: () => roundMs - 30_000,
  tell: (event) => void events.push(event),
  ...more,
})

const show = (log: made.Sealed, shown: Omit<Shown, 'log'> = {}) => writeSite(site(), drafts, { log, ...shown })

/** Looks once, as a mirror that was just started. */
async function look(log: made.Sealed, shown: Omit<Shown, 'log'> = {}): Promise<boolean> {
  await show(log, shown)
  return lookOnce(await openMirror(setting()), setting())
}

const contradiction = () => events.find((event) => event.event === 'contradiction')
const proofs = async () =>
  (await readFile(join(folder, 'contradictions.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const held = () => readFile(join(folder, layout.checkpoint), 'utf8')

async function filesIn(path: string): Promise<string[]> {
  const found = await readdir(join(folder, path), { recursive: true, withFileTypes: true })
  return found.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name).slice(folder.length + 1)] : []))
}

describe('a mirror', () => {
  test('notes a close that it saw in time, and can check a draw from its folder with its own notes', async () => {
    await show(upTo(closeAt))
    const mirror = await openMirror(setting())
    expect(await lookOnce(mirror, setting())).toBe(true)
    const log = upTo(records.length)
    await show(log)
    expect(await lookOnce(mirror, setting())).toBe(true)
    const seen = events.filter(({ event }) => event === 'seen')
    expect(seen.map((event) => 'drawId' in event && event.drawId)).toEqual(drafts.map(({ drawId }) => drawId))
    const kept = await readKept(join(folder, 'kept.json'))
    expect(kept).toMatchObject({ checkpoint: log.note, receipts: [], notes: { [draft.drawId]: {} } })
    const options = { key: made.operatorKey, policy: null, kept, paid: null, mode: 'house-beacon' as const, relays: [] }
    const verdicts = check([folder, draft.drawId], { ...options, nowMs: Date.now(), settleBet: settleLeaf })
    for await (const { verdict, steps } of verdicts) {
      expect(verdict).toBe('pass')
      expect([2, 3, 8, 11].map((step) => steps[step - 1]!.status)).toEqual(Array(4).fill('pass'))
    }
  })

  test('keeps the same tiles as the site, at whatever sizes it looked, and no partial ones whose full ones are there', async () => {
    for (const count of [1, 200, 255, 256, 257, 600, 768, 1_000, records.length])
      expect(await look(upTo(count))).toBe(true)
    const wanted = tileFiles(upTo(records.length))
    for (const [path, bytes] of wanted)
      expect([path, Buffer.compare(await readFile(join(folder, layout.tile(path))), bytes)]).toEqual([path, 0])
    const stale = (await filesIn('fair/log')).filter(
      (path) => path.includes('.p/') && !/\/(004|1\/000)\.p\//.test(path),
    )
    expect(stale).toEqual([])
    expect(events.filter(({ event }) => event === 'mirrored')).toContainEqual({
      event: 'mirrored',
      records: 168,
      size: 768,
    })
  })

  test('reads only what is new when it looks again', async () => {
    await look(upTo(700))
    await show(upTo(records.length))
    for (const level of ['entries', '0'])
      for (const index of ['000', '001']) await rm(join(site(), layout.tile(`tile/${level}/${index}`)))
    expect(await lookOnce(await openMirror(setting()), setting())).toBe(true)
    expect(await held()).toBe(upTo(records.length).note)
  })

  test('does not note a close that was already there at its first look, nor one whose round is out', async () => {
    expect(await look(upTo(closeAt + 1))).toBe(true)
    expect(await readKept(join(folder, 'kept.json'))).toMatchObject({ notes: {} })
    const mirror = await openMirror(setting())
    await show(upTo(records.length))
    const clock = () => roundTimeMs(drafts[1]!.chain, drafts[1]!.result.body.round)
    expect(await lookOnce(mirror, setting({ clock }))).toBe(true)
    expect(events).toContainEqual(expect.objectContaining({ event: 'seen-late', drawId: drafts[1]!.drawId, lateMs: 0 }))
    expect(await readKept(join(folder, 'kept.json'))).toMatchObject({ notes: {} })
  })

  describe('remembers when it looked last, and which records there were', () => {
    const closeMs = Date.parse(draft.close.at)
    const failed = () => events.flatMap((event) => (event.event === 'draw-failed' ? [event] : []))
    async function lookAt(nowMs: number, log: made.Sealed) {
      await show(log)
      const options = setting({ clock: () => nowMs })
      const mirror = await openMirror(options)
      expect(await lookOnce(mirror, options)).toBe(true)
      return mirror
    }
    /** Looks before the close record is there, and once more when it is; each time as a mirror that was just started. */
    async function looks(firstMs: number, secondMs: number) {
      await lookAt(firstMs, upTo(closeAt))
      return lookAt(secondMs, upTo(closeAt + 1))
    }

    test('so a close record of an earlier date is a failure, and its note says that it came after the round', async () => {
      const mirror = await looks(roundMs - 1_000, roundMs + 1_000)
      const [failure] = failed()
      expect(failure).toMatchObject({ drawId: draft.drawId, steps: [] })
      expect(failure!.why).toContain(`it says ${draft.close.at}, and was not in the log at`)
      expect(mirror.sawDatedBack).toBe(true)
      const text = await readFile(join(folder, 'failures.jsonl'), 'utf8')
      expect(JSON.parse(text)).toMatchObject({ drawId: draft.drawId, checkpoint: upTo(closeAt).note })
      const seenAt = new Date(roundMs + 1_000).toISOString()
      expect((await readKept(join(folder, 'kept.json'))).notes[draft.drawId]).toMatchObject({ seenAt })
    })

    test.each<[string, [number, number], string]>([
      ['that is dated five seconds before that look', [closeMs + 5_000, roundMs + 1_000], 'seen-late'],
      ['that was dated back before the round was there', [closeMs + 5_001, roundMs - 5_000], 'draw-failed'],
      ['whose commit waited, but not for the round', [closeMs + 5_001, roundMs - 5_001], 'seen'],
      ['that was dated after that look, by a clock of its own', [closeMs - 60_000, roundMs + 1_000], 'seen-late'],
    ])('and a close record %s', async (_, [firstMs, secondMs], told) => {
      await looks(firstMs, secondMs)
      expect(events.map(({ event }) => event)).toEqual(['mirrored', told, 'mirrored'])
    })

    test('though not where the site showed an older state, as a cache does', async () => {
      await look(upTo(closeAt))
      const patient = (nowMs: number) => setting({ patienceMs: 60_000, clock: () => nowMs })
      const mirror = await openMirror(patient(closeMs - 1_000))
      await show(upTo(closeAt - 1))
      expect(await lookOnce(mirror, patient(closeMs + 20_000))).toBe(true)
      await show(upTo(closeAt + 1))
      expect(await lookOnce(mirror, patient(closeMs + 21_000))).toBe(true)
      expect(failed()).toEqual([])
    })
  })

  test('keeps the cosignatures that a checkpoint got later', async () => {
    const log = upTo(closeAt + 1)
    await look(log)
    const cosigned = made.witnessedClose(log)!
    await look({ ...log, note: cosigned })
    expect(await held()).toBe(cosigned)
    await look(log)
    expect(await held()).toBe(cosigned)
  })

  test('remembers the first key that it saw', async () => {
    await show(upTo(closeAt))
    expect(await lookOnce(await openMirror(setting({ key: null })), setting())).toBe(true)
    await expect(openMirror(setting({ key: made.otherKey }))).rejects.toThrow('began with another key')
    await writeSite(site(), drafts, { log: made.sealLog(records, made.houseSecret) })
    const stated = JSON.parse(await readFile(join(site(), layout.site), 'utf8')) as object
    await writeFile(join(site(), layout.site), JSON.stringify({ ...stated, vkey: made.otherKey }))
    expect(await lookOnce(await openMirror(setting({ key: null })), setting())).toBe(false)
    expect(contradiction()).toMatchObject({ what: 'checkpoint-false' })
  })

  test('refuses to go on with a folder that was damaged', async () => {
    await look(upTo(700))
    const file = join(folder, layout.tile('tile/entries/001'))
    const bytes = await readFile(file)
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)
    await writeFile(file, bytes)
    await expect(openMirror(setting())).rejects.toThrow(/is damaged: (not-in-log|record-malformed)/)
  })
})

describe('a contradiction is kept as proof', () => {
  const other = (at: number, count: number): made.Sealed => {
    const [head] = headsAt(records[at]!.at, 1)
    return made.sealLog([...records.slice(0, at), head!, ...records.slice(at + 1, count)])
  }

  test.each([
    ['longer', 900],
    ['of the same size', 700],
    ['shorter', 650],
  ])('when the log forked and is %s', async (_, count) => {
    await look(upTo(700))
    const fork = other(600, count)
    expect(await look(fork)).toBe(false)
    expect(contradiction()).toEqual({ event: 'contradiction', what: 'forked', index: 600 })
    expect(await proofs()).toEqual([{ what: 'forked', index: 600, kept: upTo(700).note, shown: fork.note }])
    expect(await held()).toBe(upTo(700).note)
    expect(await look(upTo(900))).toBe(true)
  })

  test('even where the site of a fork hides its records', async () => {
    await look(upTo(700))
    await show(other(600, 700))
    await rm(join(site(), 'fair/log/tile'), { recursive: true })
    expect(await lookOnce(await openMirror(setting()), setting())).toBe(false)
    expect(contradiction()).toEqual({ event: 'contradiction', what: 'forked', index: null })
  })

  test('when the log became shorter and stays so', async () => {
    let nowMs = 0
    const patient = setting({ patienceMs: 60_000, clock: () => nowMs })
    await look(upTo(700))
    await show(upTo(650))
    const mirror = await openMirror(patient)
    expect(await lookOnce(mirror, patient)).toBe(true)
    expect(events.at(-1)).toEqual({ event: 'shorter', size: 650, kept: 700 })
    nowMs = 59_999
    expect(await lookOnce(mirror, patient)).toBe(true)
    await show(upTo(700))
    expect(await lookOnce(mirror, patient)).toBe(true)
    await show(upTo(650))
    nowMs = 60_000
    expect(await lookOnce(mirror, patient)).toBe(true)
    nowMs = 120_000
    expect(await lookOnce(mirror, patient)).toBe(false)
    expect(await proofs()).toEqual([{ what: 'records-lost', index: 650, kept: upTo(700).note, shown: upTo(650).note }])
    expect(await held()).toBe(upTo(700).note)
  })

  test('when somebody else signs the checkpoint', async () => {
    await look(upTo(closeAt))
    expect(await look(made.sealLog(records, made.houseSecret))).toBe(false)
    expect(contradiction()).toMatchObject({ what: 'checkpoint-false' })
    expect(await held()).toBe(upTo(closeAt).note)
  })

  test.each([
    ['tile/0/001', 'not-in-log'],
    ['tile/0/002', 'not-in-log'],
    ['tile/1/000.p/4', 'not-in-log'],
    ['tile/entries/001', 'not-in-log'],
    ['tile/entries/002', 'not-in-log'],
  ])('when %s is not that of the log', async (path, what) => {
    await look(upTo(300))
    await show(upTo(records.length))
    const bytes = await readFile(join(site(), layout.tile(path)))
    // In the time of a record, or in a hash.
    const at = path.includes('entries') ? bytes.indexOf('"at":"20') + 8 : 40
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    await writeFile(join(site(), layout.tile(path)), bytes)
    expect(await lookOnce(await openMirror(setting()), setting())).toBe(false)
    expect(contradiction()).toMatchObject({ what })
    expect(await held()).toBe(upTo(300).note)
  })

  test('when a record is none, or older than the one before it', async () => {
    const logged = (...more: object[]) => made.sealLog([...records.slice(0, 512), ...more] as NewRecord[])
    const [head] = headsAt(records[511]!.at, 1)
    await look(upTo(512))
    expect(await look(logged(head!, { ...head, extra: 1 }))).toBe(false)
    expect(contradiction()).toEqual({ event: 'contradiction', what: 'record-malformed', index: 513 })
    events = []
    // The last record before is in another tile.
    expect(await look(logged({ ...head, at: records[0]!.at }))).toBe(false)
    expect(contradiction()).toEqual({ event: 'contradiction', what: 'time-runs-back', index: 512 })
    expect(await held()).toBe(upTo(512).note)
  })
})

describe('a change of key', () => {
  const [second, foreign] = [packHash('second key'), packHash('foreign key')]
  const changed = [...records.slice(0, 500), keyRecord(records[499]!.at, second), ...records.slice(500)]
  const keyChanges = [keyChange(changed.slice(0, 501))]

  test('is followed, and kept so that the folder can be checked', async () => {
    expect(await look(upTo(400))).toBe(true)
    expect(await look(made.sealLog(changed.slice(0, 501)), { keyChanges })).toBe(true)
    expect(await look(made.sealLog(changed, second), { keyChanges })).toBe(true)
    expect(await look(made.sealLog(changed, second), { keyChanges })).toBe(true)
    expect(JSON.parse(await readFile(join(folder, layout.keys), 'utf8'))).toEqual(keyChanges)
  })

  test('is refused where the log does not have it, though the key before signed it', async () => {
    await look(upTo(600))
    const stray = [keyChange([...records.slice(0, 500), keyRecord(records[499]!.at, foreign)])]
    expect(await look(made.sealLog(records, foreign), { keyChanges: stray })).toBe(false)
    expect(contradiction()).toEqual({ event: 'contradiction', what: 'key-change-not-in-log', index: 500 })
    expect(await held()).toBe(upTo(600).note)
  })
})

describe('the program', () => {
  async function run(...args: string[]): Promise<{ code: number | null; out: string }> {
    const child = spawn(process.execPath, ['verify/main.ts', 'mirror', ...args, '--to', folder, '--once'])
    let out = ''
    child.stdout.on('data', (text) => (out += String(text)))
    return new Promise((done) => child.on('close', (code) => done({ code, out })))
  }

  test('mirrors a site once, and ends with 1 when the log became shorter', async () => {
    await show(upTo(700))
    const served = await serveFolder(site())
    expect(await run(served.address, '--log-only', '--json')).toEqual({
      code: 0,
      out: '{"event":"mirrored","records":700,"size":700}\n',
    })
    await show(upTo(690))
    const { code, out } = await run(served.address, '--key', made.operatorKey)
    expect(out).toContain('THE LOG CONTRADICTS ITSELF at record 690: records that it signed are gone.')
    expect(code).toBe(1)
    served.stop()
  })

  test('ends with 1 when a close record is dated before it looked last, though it was started anew since', async () => {
    await show(upTo(closeAt))
    expect((await run(site(), '--log-only')).code).toBe(0)
    await show(upTo(closeAt + 1))
    const { code, out } = await run(site(), '--log-only')
    expect(out).toContain(`THE DRAW ${draft.drawId} FAILS: its close record is dated back: it says ${draft.close.at},`)
    expect(code).toBe(1)
  })

  test('keeps running while the site is out of reach, and continues when it is back', async () => {
    await show(upTo(closeAt))
    const short = await serveFolder(site())
    const patient = setting({ site: short.address })
    const mirror = await openMirror(patient)
    short.stop()
    const watching = watch(mirror, patient, { everyMs: 20 })
    const told = () => events.map(({ event }) => event)
    await vi.waitFor(() => expect(told().filter((event) => event === 'unreachable').length).toBeGreaterThan(1), 10_000)
    const back = await serveFolder(site(), Number(new URL(short.address).port))
    await vi.waitFor(() => expect(told()).toContain('mirrored'), 10_000)
    await show(upTo(closeAt - 1))
    expect(await watching).toBe(false)
    back.stop()
  })
})
