import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatReceipt } from '#core/fairness/receipt'
import { toBase64 } from '#core/fairness/tlog/base64'
import { formatKey } from '#core/fairness/tlog/note'
import { formatProofFile } from '#core/fairness/tlog/proof-file'
import * as made from '#core/fairness/testing/genuine-draw'
import type { Verdict } from '#core/fairness/verify'
import drawVectors from '../src/core/fairness/testing/draws.json' with { type: 'json' }
import beaconVectors from '../src/core/fairness/testing/drand-quicknet.json' with { type: 'json' }
import { layout } from './public-files.ts'
import { recordsOf, serveFolder, writeSite } from './testing/site-files.ts'

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
  const { operatorKey, consistency } = made.shownDraw(copy, log)
  const proofs = [...consistency].map(([size, proof]) => ({ size, proof: proof.map(toBase64) }))
  const logged = { ...made.shownLog(log), seen: made.witnessedClose(log), consistency: proofs }
  return JSON.stringify({ v: 2, drawId, operatorKey, keyChanges: [], ...logged, chain, rules, bets })
}

/** The policy of the tests, as a file. */
const { logs, witnesses } = made.testPolicy
const policy = [
  ...logs.map((key) => `log ${formatKey(key)}`),
  ...witnesses.map(({ name, key }) => `witness ${name} ${formatKey(key)}`),
  `group two 2 ${witnesses.map(({ name }) => name).join(' ')}`,
  'quorum two\n',
].join('\n')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearball-verify-'))
  const log = made.sealLog(recordsOf(drafts))
  const closeAt = recordsOf(drafts).findIndex(({ type }) => type === 'close')
  await writeSite(at('site'), drafts, { log, policy, seen: { [closeAt]: made.witnessedClose(log)! } })
  await writeFile(at('policy'), policy)
  site = await serveFolder(at('site'))
  await writeFile(at('draw.json'), drawFile())
  await writeFile(
    at('forged.json'),
    drawFile((copy) => void (copy.result.body.outcome[0] = 7)),
  )
  const { receipt, note, heads } = made.keptFrom(draft, log)
  const text = formatReceipt(receipt)
  await writeFile(at('receipt.tlog-proof'), text)
  const { drawId } = draft
  const kept = { receipts: [text], notes: { [drawId]: note }, heads: { [drawId]: heads }, checkpoint: log.note }
  await writeFile(at('kept.json'), JSON.stringify({ v: 2, ...kept, payouts: {} }))
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

  test('whose records would paint over the terminal is reported in plain characters', async () => {
    const painted = drawFile((copy) => void (copy.schedule.body.game = '\u001b[2J\u009b1;1H\u202e\n  11 pass'))
    await writeFile(at('painted.json'), painted)
    const { out } = await run([at('painted.json'), ...trusted])
    expect(out).toContain(String.raw`(game \u001b[2J\u009b1;1H\u202e\u000a  11 pass)`)
    expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    const json = await run([at('painted.json'), ...trusted, '--json'])
    expect(json.out).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    const [verdict] = jsonLines(json.out) as unknown as [{ steps: { facts: object }[] }]
    expect(verdict.steps[2]!.facts).toEqual({ game: '\u001b[2J\u009b1;1H\u202e\n  11 pass' })
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
    const beaconStep = async () => (jsonLines((await ask()).out)[0] as unknown as Verdict).steps[9]
    // A relay that does not have the round says nothing about it.
    expect(await beaconStep()).toMatchObject({ status: 'pass', facts: { relays: 0 } })
    await writeFile(at(relayed), JSON.stringify({ round, signature }))
    expect(await beaconStep()).toMatchObject({ status: 'pass', facts: { relays: 1 } })
    expect((await ask()).code).toBe(0)
    await writeFile(at(relayed), JSON.stringify({ round, signature: '00' }))
    const { code, out } = await ask()
    expect(out).toContain('relay-differs')
    expect(code).toBe(1)
    relay.stop()
  })

  test('with another key fails', async () => {
    const { code, out } = await run([at('draw.json'), '--key', made.otherKey, '--house-beacon'])
    expect(out).toContain('the log began with another key')
    expect(code).toBe(1)
  })

  test('that witnesses saw close is told so to whoever trusts them, and the site’s own choice of them counts for nothing', async () => {
    const place = `${site.address}/fair/${draft.drawId}`
    const trusting = await run([place, ...trusted, '--policy', at('policy')])
    expect(trusting.out).toMatch(/ 8 pass .*\(witnesses north south west, aheadSeconds 29\)/)
    expect(trusting.out).not.toContain('The site names witnesses')
    expect(trusting.code).toBe(0)
    const alone = await run([place, ...trusted])
    expect(alone.out).toMatch(/ 8  -- .*no witnesses to trust/)
    expect(alone.out).toContain('The site names witnesses of its own; they were not counted.')
    expect(alone.code).toBe(0)
    const file = await run([at('draw.json'), ...trusted, '--policy', at('policy')])
    expect(file.out).toMatch(/ 8 pass /)
    const unseen = await run([`${site.address}/fair/${drafts[1]!.drawId}`, ...trusted, '--policy', at('policy')])
    expect(unseen.out).toMatch(/ 8 FAIL .*too few of the witnesses you trust/)
    expect(unseen.code).toBe(1)
  })
})

const checkedSteps = (out: string, wanted: readonly number[]) => {
  const [verdict] = jsonLines(out) as unknown as [{ steps: { step: number; status: string }[] }]
  return verdict.steps.filter(({ step }) => wanted.includes(step)).map(({ status }) => status)
}

test('a receipt is checked against the site', async () => {
  const { code, out } = await run([at('receipt.tlog-proof'), site.address, ...trusted, '--json'])
  expect(checkedSteps(out, [8, 12, 13, 17])).toEqual(['not-checked', 'pass', 'pass', 'not-checked'])
  expect(code).toBe(0)
})

test.each([
  ['an export', ['kept.json']],
  ['a receipt with what else was kept', ['receipt.tlog-proof', '--kept', 'kept.json']],
])('%s is checked with its notes and running heads', async (_, [file, ...more]) => {
  const given = more.map((one) => (one.startsWith('--') ? one : at(one)))
  const { code, out, err } = await run([at(file!), site.address, ...trusted, '--json', ...given])
  expect(checkedSteps(out, [8, 12, 13, 17])).toEqual(['pass', 'pass', 'pass', 'pass'])
  expect(err).toContain('The site names witnesses')
  expect(code).toBe(0)
})

describe('an export without receipts', () => {
  const nothing = { v: 2, receipts: [], notes: {}, heads: {}, checkpoint: null, payouts: {} }
  const log = made.sealLog(recordsOf(drafts))
  const second = drafts[1]!
  const { note } = made.keptFrom(draft, log)
  const heads = { [second.drawId]: [made.signedHead(second, { cell: 0, size: 3 })] }
  const exported = async (kept: object, ...more: string[]) => {
    await writeFile(at('export.json'), JSON.stringify({ ...nothing, ...kept }))
    return run([at('export.json'), site.address, ...trusted, ...more])
  }

  test('is checked draw by draw, each with the note or the running heads that were kept of it', async () => {
    const { code, out } = await exported({ notes: { [draft.drawId]: note }, heads }, '--json')
    const verdicts = jsonLines(out) as unknown as { drawId: string; steps: { step: number; status: string }[] }[]
    const passed = verdicts.map(({ drawId, steps }) => [
      drawId,
      ...steps.flatMap(({ step, status }) => (status === 'pass' && [8, 17].includes(step) ? [step] : [])),
    ])
    expect(passed).toEqual([
      [draft.drawId, 8],
      [second.drawId, 17],
    ])
    expect(code).toBe(0)
  })

  test('fails with a note that the log contradicts', async () => {
    const { code, out } = await exported({ notes: { [draft.drawId]: { ...note, closeHash: '0'.repeat(64) } } })
    expect(out).toMatch(/ 8 FAIL .*you saw another close record/)
    expect(code).toBe(1)
  })

  test('and without any draw is compared with the log by its checkpoint', async () => {
    const older = (from: number) => made.sealLog(recordsOf(drafts).slice(from, 5)).note
    const holds = await exported({ checkpoint: older(0) })
    expect(holds.out).toBe('The log begins with the log of the checkpoint that you kept.\n')
    expect(holds.code).toBe(0)
    const broken = await exported({ checkpoint: older(1) })
    expect(broken.out).toContain('THE LOG WAS REWRITTEN')
    expect(broken.code).toBe(1)
    const otherLog = await exported({ checkpoint: older(0) }, '--key', made.otherKey)
    expect(otherLog.err).toContain('THE LOG FAILS: the log’s checkpoint is not signed with its key')
    expect(otherLog.code).toBe(1)
  })

  test.each([
    ['nothing', null],
    ['a checkpoint of another log', made.sealLog(recordsOf(drafts), made.houseSecret).note],
  ])('and with %s in it is refused', async (_, checkpoint) => {
    const { code, err } = await exported({ checkpoint, payouts: { bet_1: '10.50' } })
    expect(err).toContain('there is nothing to check')
    expect(code).toBe(2)
  })
})

test('a log that contradicts the checkpoint that was kept fails, though all of its draws hold', async () => {
  const [, ...rest] = recordsOf(drafts)
  const kept = { receipts: [], notes: {}, heads: {}, checkpoint: made.sealLog(rest.slice(0, 5)).note, payouts: {} }
  await writeFile(at('contradicted.json'), JSON.stringify({ v: 2, ...kept }))
  const { code, out } = await run([site.address, ...trusted, '--kept', at('contradicted.json')])
  expect(out).toContain('2 checked, 0 failed.')
  expect(out).toContain('THE LOG WAS REWRITTEN')
  expect(code).toBe(1)
})

describe('receipts that exclude each other', () => {
  const log = made.sealLog(recordsOf(drafts))
  const { receipt: first } = made.keptFrom(draft, log)
  const bet = draft.bets[3]!
  /** Signed under the name of the batch that the first receipt is of. */
  const other = made.signedReceipt([bet], { bet, head: first.head })
  const [one, two] = [first, other].map(formatReceipt) as [string, string]
  const nothing = { v: 2, notes: {}, heads: {}, checkpoint: null, payouts: {} }
  const said = /A BATCH WAS SIGNED TWICE: .* \(site\.example\/fair\/batch\/[\w-]+, bets bet_\d and bet_\d\)/
  beforeAll(async () => {
    await writeFile(at('twice.json'), JSON.stringify({ ...nothing, receipts: [one, two] }))
    await writeFile(at('other.json'), JSON.stringify({ ...nothing, receipts: [two] }))
    await writeFile(at('same.json'), JSON.stringify({ ...nothing, receipts: [one, one] }))
  })

  test.each([
    ['in an export', ['twice.json', 'SITE']],
    ['in a receipt and an export', ['receipt.tlog-proof', 'SITE', '--kept', 'other.json']],
    ['beside a day', ['SITE', day, '--kept', 'twice.json']],
  ])('are found %s, though each of them holds', async (_, args) => {
    const given = args.map((arg) => (arg === 'SITE' ? site.address : /\./.test(arg) ? at(arg) : arg))
    const { code, out } = await run([...given, ...trusted])
    expect(out).toMatch(said)
    expect(out).not.toMatch(/FAIL|[1-9] failed/)
    expect(code).toBe(1)
  })

  test('are found beside a draw file', async () => {
    const { code, out } = await run([at('draw.json'), '--kept', at('twice.json'), ...trusted])
    expect(out).toMatch(said)
    expect(code).toBe(1)
  })

  test('are not seen in one receipt that was kept twice', async () => {
    const { code, out, err } = await run([at('same.json'), site.address, ...trusted, '--json'])
    expect(jsonLines(out).map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
    expect(err).not.toContain('SIGNED TWICE')
    expect(code).toBe(0)
  })
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

describe('a draw whose bets are not there', () => {
  let mirrored: Awaited<ReturnType<typeof serveFolder>>
  beforeAll(async () => {
    await writeSite(at('betless'), drafts)
    await rm(at(`betless/${layout.bets(draft.drawId)}`))
    mirrored = await serveFolder(at('betless'))
  })
  afterAll(() => mirrored.stop())

  test('fails on a site, which withholds them', async () => {
    const { code, out } = await run([mirrored.address, day, ...trusted])
    expect(out).toMatch(/14 FAIL .*: the draw is over, and the site shows no bets file \(bets 5\)/)
    expect(code).toBe(1)
  })

  test('is not checked for them in a folder, which may hold a part of a site', async () => {
    const { code, out } = await run([at('betless'), day, ...trusted])
    expect(out).toMatch(/14  -- .*: no bets file/)
    expect(code).toBe(0)
  })
})

test('of each draw of a day the steps are named that were left open', async () => {
  const { out } = await run([site.address, day, ...trusted])
  const outcome = drafts[1]!.result.body.outcome.join(' ')
  expect(out).toContain(`pass  ${drafts[1]!.drawId}  ${outcome}  not checked: 4 8 12 13 15 17\n`)
})

test.each([
  [['no-such-file.json'], 'is no file, folder or address'],
  [['package.json'], 'is neither a draw file nor a receipt'],
  [['--nonsense'], 'Unknown option'],
  [[], ''],
  [['http://127.0.0.1:1', '20261115'], 'cannot be reached'],
  [['.', '20261115', '--key', made.houseSecret], '--key takes a log’s verifier key'],
  [['.', '20261115', '--policy', 'package.json'], 'is not a policy'],
  [['mirror', 'http://127.0.0.1:1'], 'mirror needs a site and --to'],
  [['mirror', 'http://127.0.0.1:1', '--to', 'x', '--every', 'often'], '--every takes a number of seconds'],
  [['witness', 'http://127.0.0.1:1', '--to', 'x'], 'witness needs --listen'],
])('%j cannot be read and gives exit code 2', async (args, said) => {
  const { code, err } = await run(args)
  expect(err).toContain(said)
  expect(code).toBe(2)
})

test('a proof file that is no receipt is refused in one sentence', async () => {
  await writeFile(at('other.tlog-proof'), formatProofFile({ extra: null, index: 0, proof: [], checkpoint: 'none\n' }))
  const { code, err } = await run([at('other.tlog-proof'), site.address])
  expect(err).toContain('is a proof file, but not the receipt of a bet')
  expect(code).toBe(2)
})

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
