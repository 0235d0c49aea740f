import { expect, test } from 'vitest'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { formatInstant } from '#core/fairness/instant'
import { formatReceipt, parseReceipt } from '#core/fairness/receipt'
import { verifyEd25519 } from '#core/fairness/signatures'
import {
  entriesOf,
  evidence,
  otherKey,
  refundBody,
  sealLog,
  shownDraw,
  signedReceipt,
  testPolicy,
  witnessedClose,
} from '#core/fairness/testing/genuine-draw'
import { genuine, kept, roundMs } from '#core/fairness/testing/tamper'
import { formatNote, parseNote } from '#core/fairness/tlog/note'
import { verifyDraw } from '#core/fairness/verify'
import { dueName } from './due-name.ts'
import { type Task, checkWithSignatures } from './serve-checks.ts'

const sealed = sealLog(entriesOf(genuine))
const { log: read, ...shown } = { ...shownDraw(genuine, sealed), seen: witnessedClose(sealed) }
const { outcome } = genuine.result.body
const { receipt, paidToMe, note, heads } = kept

const numbered = (entries: readonly string[]) => entries.map((entry, index) => ({ index, entry }))

const task: Task = {
  shown,
  log: {
    checkpoint: sealed.note,
    entries: numbered(sealed.entries),
    included: new Set(sealed.entries.keys()),
  },
  mode: 'house-beacon',
  pinnedKey: shown.operatorKey,
  policy: testPolicy,
  nowMs: null,
  note,
  heads,
  relayed: [],
  expectsBets: true,
  receipts: [{ receipt, paid: paidToMe }],
  due: {
    outcome: outcome.join(),
    payouts: Object.fromEntries(genuine.bets.map((bet) => [dueName(bet), settleLeaf(genuine.rules, bet, outcome)])),
  },
}

/** As a browser checks signatures: later, and one by one. */
const asBrowser = async (...signed: Parameters<typeof verifyEd25519>) => verifyEd25519(...signed)

/** Changes the last signature of a note. */
function forge(note: string): string {
  const { text, signatures } = parseNote(note)!
  const { bytes, ...last } = signatures.at(-1)!
  const changed = { ...last, bytes: Uint8Array.from(bytes, (byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) }
  return formatNote({ text, signatures: [...signatures.slice(0, -1), changed] })
}

async function failing(change: Partial<Task>) {
  const { verdict, steps } = await checkWithSignatures({ ...task, ...change }, asBrowser)
  const failed = steps.filter(({ status }) => status === 'fail').map(({ name, reason }) => `${name}: ${reason}`)
  expect(verdict).toBe(failed.length > 0 ? 'fail' : 'pass')
  return failed
}

test('the page finds what the command line finds in a genuine draw', async () => {
  const own = { receipt, note, heads, paidToMe, policy: testPolicy }
  const expected = verifyDraw({ ...shown, log: read }, evidence(own))
  expect(await checkWithSignatures(task, asBrowser)).toEqual(expected)
  expect(expected.steps.filter(({ status }) => status === 'pass')).toHaveLength(16)
})

test('false signatures are found, though they are checked only after the steps', async () => {
  const [checkpoint, head] = [forge(sealed.note), forge(heads[1]!)]
  expect(await failing({ log: { ...task.log, checkpoint } })).toContain('log-holds: checkpoint-false')
  expect(await failing({ heads: [heads[0]!, head] })).toEqual(['running-heads-hold: running-head-false'])
  const forged = parseReceipt(formatReceipt({ ...receipt, note: forge(receipt.note) }))!
  expect(await failing({ receipts: [{ receipt: forged, paid: paidToMe }] })).toEqual([
    'receipt-head: receipt-signature-false',
  ])
  expect(await failing({ shown: { ...shown, seen: forge(shown.seen!) } })).toEqual(['witnessed: cosignature-false'])
})

test('of a void for want of a beacon each answer of a relay is looked at', async () => {
  const at = formatInstant(roundMs + 7 * 86_400_000)
  const body = { ...refundBody(genuine), reason: 'beacon-unavailable' } as const
  const { before, schedule, close } = genuine
  const voided = sealLog([...before, schedule, close, { at, type: 'void', body }])
  const { log: _, ...shown } = { ...shownDraw(genuine, voided), seen: witnessedClose(voided) }
  const log = { checkpoint: voided.note, entries: numbered(voided.entries), included: new Set(voided.entries.keys()) }
  const { round, signature } = genuine.result.body
  const ended = { shown, log, nowMs: roundMs + 9 * 86_400_000, receipts: [] }
  expect(await failing(ended)).toEqual([])
  const relayed = [
    { round, signature: 'not one' },
    { round, signature },
  ]
  expect(await failing({ ...ended, relayed })).toEqual(['one-of-each: shadow-missing'])
})

test('bets that the site was asked for and does not show are withheld', async () => {
  const withheld = { shown: { ...shown, bets: null }, heads: [], receipts: [] }
  const missing = ['bets-file-holds: bets-file-missing', 'paid-total-follows: bets-file-missing']
  expect(await failing(withheld)).toEqual(missing)
  expect(await failing({ ...withheld, expectsBets: false })).toEqual([])
})

test('rules that are not shown are withheld, whatever the number of bets', async () => {
  const withheld = { shown: { ...shown, rules: null, bets: null }, heads: [], receipts: [], expectsBets: false }
  expect(await failing(withheld)).toEqual(['paid-total-follows: rules-missing'])
})

test('a log under another key, and one with an entry that the tree does not have, do not hold', async () => {
  expect(await failing({ shown: { ...shown, operatorKey: otherKey } })).toContain('log-holds: checkpoint-false')
  expect(await failing({ shown: { ...shown, operatorKey: 'nothing' } })).toContain('log-holds: checkpoint-false')
  const included = new Set([...task.log.included].slice(0, -1))
  expect(await failing({ log: { ...task.log, included } })).toEqual(['log-holds: not-in-log'])
})

test('of several receipts the worst result is shown', async () => {
  const [first, ...batch] = genuine.bets
  const lost = { ...genuine.bets[4]!, stake: 7 }
  const other = signedReceipt([...batch, lost], { bet: lost, head: receipt.head })
  const whole = signedReceipt([first!], { bet: first!, head: receipt.head })
  const paid = settleLeaf(genuine.rules, first!, outcome)
  const mine = [...task.receipts, { receipt: whole, paid }]
  expect(await failing({ receipts: mine })).toEqual([])
  expect(await failing({ receipts: [...mine, { receipt: other, paid: paidToMe }] })).toContain(
    'bet-in-root: bet-not-in-root',
  )
})
