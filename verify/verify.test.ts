import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { roundTimeMs } from '#core/fairness/beacon'
import { isSignedBy, signRecord } from '#core/fairness/signatures'
import { isCountersignature, countersignatureHolds } from '#core/fairness/witness'
import * as made from '#core/fairness/testing/genuine-draw'
import drawVectors from '../src/core/fairness/testing/draws.json' with { type: 'json' }
import beaconVectors from '../src/core/fairness/testing/drand-quicknet.json' with { type: 'json' }
import { logOf, serveFolder, writeSite } from './testing/site-files.ts'
import { lookOnce, openMirror, watch, type WitnessEvent } from './witness.ts'

type Answer = { readonly code: number | null; readonly out: string; readonly err: string }

function run(args: readonly string[], input = ''): Promise<Answer> {
  const child = spawn(process.execPath, ['verify/main.ts', ...args])
  const told = { out: '', err: '' }
  child.stdout.on('data', (text) => (told.out += String(text)))
  child.stderr.on('data', (text) => (told.err += String(text)))
  child.stdin.end(input)
  return new Promise((done) => child.on('close', (code) => done({ code, ...told })))
}

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const drafts = [made.houseDraft('0001'), made.houseDraft('0002')]
const [draft] = drafts as [made.Draft]
const day = draft.drawId.split(':')[1]!
const trusted = ['--key', made.operatorKey, '--house-beacon']
let folder: string
let site: Awaited<ReturnType<typeof serveFolder>>
const at = (name: string) => join(folder, name)

function drawFile(change: (draft: made.Draft) => void = () => {}): string {
  const copy = made.copyOf(draft)
  change(copy)
  const log = made.sealLog(made.entriesOf(copy))
  const { drawId, chain, rules, bets } = copy
  return JSON.stringify({ v: 1, drawId, operatorKey: made.operatorKey, keyChanges: [], chain, log, rules, bets })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearball-verify-'))
  await writeSite(at('site'), drafts)
  site = await serveFolder(at('site'))
  await writeFile(at('draw.json'), drawFile())
  await writeFile(
    at('forged.json'),
    drawFile((copy) => void (copy.result.body.outcome[0] = 7)),
  )
  const { receipt, note } = made.keptFrom(draft, logOf(drafts))
  await writeFile(at('receipt.json'), JSON.stringify(receipt))
  await writeFile(
    at('kept.json'),
    JSON.stringify({ v: 1, receipts: [receipt], notes: { [draft.drawId]: note }, payouts: {} }),
  )
})

afterAll(async () => {
  site.stop()
  await rm(folder, { recursive: true })
})

describe('a draw', () => {
  test('in a file is reported in words, with exit code 0', async () => {
    const { code, out } = await run([at('draw.json'), ...trusted])
    expect(out).toContain('Nothing wrong found')
    expect(out).toContain('operator-run randomness')
    expect(code).toBe(0)
  })

  test('that was forged gives exit code 1, and the report names the step that failed', async () => {
    const { code, out } = await run([at('forged.json'), ...trusted])
    expect(out).toMatch(/11 FAIL {2}seed and outcome recompute: another outcome follows/)
    expect(code).toBe(1)
  })

  test('on a house beacon fails unless that was accepted', async () => {
    const { code, out } = await run([at('draw.json'), '--json'])
    expect(jsonLines(out)[0]).toMatchObject({ verdict: 'fail', mode: 'house-beacon' })
    expect(code).toBe(1)
  })

  test('on a site is checked from public files alone', async () => {
    const kept = ['--kept', at('kept.json'), '--paid', '0.00']
    const { code, out } = await run([`${site.address}/fair/${draft.drawId}`, ...trusted, ...kept, '--json'])
    const [verdict] = jsonLines(out)
    expect(verdict).toMatchObject({ drawId: draft.drawId, verdict: 'pass', outcome: draft.result.body.outcome })
    expect(code).toBe(0)
  })

  test('is compared with the answers of relays', async () => {
    const { round, signature } = draft.result.body
    const relayed = join('relay', draft.chain.chainHash, 'public', String(round))
    await mkdir(dirname(at(relayed)), { recursive: true })
    const relay = await serveFolder(at('relay'))
    const ask = () => run([at('draw.json'), ...trusted, '--relay', relay.address, '--json'])
    await writeFile(at(relayed), JSON.stringify({ round, signature }))
    expect((await ask()).code).toBe(0)
    await writeFile(at(relayed), JSON.stringify({ round, signature: '00' }))
    const { code, out } = await ask()
    expect(out).toContain('relay-differs')
    expect(code).toBe(1)
    relay.stop()
  })

  test('with another key fails', async () => {
    const { code, out } = await run([at('draw.json'), '--key', made.houseSecret, '--house-beacon'])
    expect(out).toContain('another key signs the log')
    expect(code).toBe(1)
  })
})

test('a receipt is checked against the site', async () => {
  const { code, out } = await run([at('receipt.json'), site.address, ...trusted, '--json'])
  const [verdict] = jsonLines(out) as unknown as [{ steps: { step: number; status: string }[] }]
  for (const step of [12, 13]) expect(verdict.steps[step - 1]!.status).toBe('pass')
  expect(code).toBe(0)
})

test.each([
  ['a folder', () => [at('site'), day]],
  ['a site', () => [site.address]],
])('a whole day from %s', async (_, place) => {
  const { code, out } = await run([...place(), ...trusted, '--json'])
  expect(jsonLines(out).map(({ drawId, verdict }) => [drawId, verdict])).toEqual(
    drafts.map(({ drawId }) => [drawId, 'pass']),
  )
  expect(code).toBe(0)
})

test.each([[['no-such-file.json']], [['package.json']], [['--nonsense']], [[]], [['http://127.0.0.1:1', '20261115']]])(
  '%j cannot be read and gives exit code 2',
  async (args) => {
    expect((await run(args)).code).toBe(2)
  },
)

describe('calculators', () => {
  test('outcome gives the numbers of the vectors, and a bad line does not stop the rest', async () => {
    const lines = drawVectors.draws.map((draw) => JSON.stringify(draw))
    const { code, out } = await run(
      ['outcome'],
      [lines[0], 'nonsense', '{"kind":"dice4"}', '[]', ...lines.slice(1)].join('\n'),
    )
    const answers = jsonLines(out)
    expect(answers.slice(1, 4).every((answer) => typeof answer['error'] === 'string')).toBe(true)
    const wanted = drawVectors.draws.map(({ commit, seed, outcome }) => ({ commit, seed, outcome }))
    expect(answers.toSpliced(1, 3)).toEqual(wanted)
    expect(code).toBe(0)
  })

  test('beacon accepts genuine rounds and says why it refuses the others', async () => {
    const { positive, negative } = beaconVectors
    const odd = [
      { round: '1000', signature: positive[4]!.signature },
      { round: 1000, signature: null },
    ]
    const lines = [...positive, ...negative, ...odd].map((line) => JSON.stringify(line))
    const { out } = await run(['beacon'], lines.join('\n'))
    const answers = jsonLines(out)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(positive.length)
    expect(answers.slice(positive.length).every(({ ok, reason }) => ok === false && typeof reason === 'string')).toBe(
      true,
    )
  })
})

describe('a witness', () => {
  const log = logOf(drafts)
  const closeAt = log.findIndex(({ record }) => record.type === 'close')
  const events: WitnessEvent[] = []
  const setting = () => ({
    site: site.address,
    folder: at('mirror'),
    key: made.operatorKey,
    secretKey: made.houseSecret,
    clock: () => roundTimeMs(draft.chain, draft.result.body.round) - 20_000,
    tell: (event: WitnessEvent) => void events.push(event),
  })

  test('mirrors the log, notes a close seen in time and countersigns it', async () => {
    await writeSite(at('site'), drafts, log.slice(0, closeAt))
    const mirror = await openMirror(setting())
    expect(await lookOnce(mirror, setting())).toBe(true)
    await writeSite(at('site'), drafts, log)
    expect(await lookOnce(mirror, setting())).toBe(true)
    expect(events.filter(({ event }) => event === 'seen')).toHaveLength(2)
    const signed = jsonLines(await readFile(at('mirror/countersigned.jsonl'), 'utf8'))
    expect(signed.every((one) => isCountersignature(one) && countersignatureHolds(one, isSignedBy))).toBe(true)
  })

  test('can check a draw from its mirror, with its own notes', async () => {
    const { out, code } = await run([
      at('mirror'),
      draft.drawId,
      ...trusted,
      '--kept',
      at('mirror/kept.json'),
      '--json',
    ])
    const [verdict] = jsonLines(out) as unknown as [{ steps: { status: string }[] }]
    expect(verdict.steps[7]!.status).toBe('pass')
    expect(code).toBe(0)
  })

  test('continues where it stopped, and notices a log that was rewritten', async () => {
    const again = await openMirror(setting())
    expect(await lookOnce(again, setting())).toBe(true)
    const other = [made.copyOf(draft), drafts[1]!]
    other[0]!.close.body.stakeTotal++
    await writeSite(at('site'), other)
    expect(await lookOnce(again, setting())).toBe(false)
    expect(events.at(-1)).toMatchObject({ event: 'contradiction', what: 'a record was rewritten' })
    await writeSite(at('site'), drafts, log.slice(0, 3))
    expect((await run(['witness', site.address, '--to', at('mirror'), '--once'])).code).toBe(1)
  })

  test('keeps running while the site is out of reach, and continues when it is back', async () => {
    await writeSite(at('site'), drafts, log.slice(0, closeAt))
    const short = await serveFolder(at('site'))
    const { port } = new URL(short.address)
    const found: WitnessEvent[] = []
    const patient = {
      ...setting(),
      site: short.address,
      folder: at('patient'),
      tell: (event: WitnessEvent) => void found.push(event),
    }
    const mirror = await openMirror(patient)
    short.stop()
    const watching = watch(mirror, patient, { everyMs: 20 })
    await vi.waitFor(
      () => expect(found.filter(({ event }) => event === 'unreachable').length).toBeGreaterThan(1),
      10_000,
    )
    const back = await serveFolder(at('site'), Number(port))
    await vi.waitFor(() => expect(found.map(({ event }) => event)).toContain('mirrored'), 10_000)
    await writeSite(at('site'), drafts, log.slice(0, 1))
    expect(await watching).toBe(false)
    back.stop()
  })

  test('does not note a close that was already there at its first look', async () => {
    await writeSite(at('site'), drafts, log)
    const { code } = await run(['witness', site.address, '--to', at('late'), '--once', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(await readFile(at('late/kept.json'), 'utf8'))).toMatchObject({ notes: {} })
  })

  test('stores no record without a valid signature', async () => {
    const { record } = log.at(-1)!
    const head = { seq: record.seq, hash: made.operatorKey }
    const forged = signRecord(
      head,
      { at: record.at, type: 'key', body: { publicKey: made.houseSecret } },
      made.houseSecret,
    )
    await writeSite(at('site'), drafts, [...log, forged])
    expect((await run(['witness', site.address, '--to', at('late'), '--once'])).code).toBe(1)
  })
})
