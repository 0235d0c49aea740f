import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical } from '#core/fairness/canonical'
import { formatInstant } from '#core/fairness/instant'
import { parseReceipt, receiptProblem } from '#core/fairness/receipt'
import { logKey, verifyEd25519 } from '#core/fairness/signatures'
import { checkProof } from '#core/fairness/tlog/check-proof'
import { parseProofFile } from '#core/fairness/tlog/proof-file'
import { acceptedBet } from '#core/games/bets'
import { allMarkets } from '#core/games/families'
import { positionsOf } from '#core/games/market'
import type { App } from '../../world/app.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { leafOf, leafText, signBatch, type TakenBet } from './receipts.ts'

const operatorKey = new Secret('0c'.repeat(32))
const logOrigin = 'play.example/fair/log'
const app = { config: { operatorKey, logOrigin }, memory: { signingKey: null } } as unknown as Pick<
  App,
  'config' | 'memory'
>
const key = logKey(logOrigin, operatorKey.reveal())
const head = { size: 1_234, root: Buffer.alloc(32, 7) }
const atMs = Date.UTC(2026, 10, 2, 4, 0, 0, 7)

const taken = (seq: number): TakenBet => ({
  drawId: 'speed_racing:20261102:0577',
  seq,
  bet: acceptedBet({
    play: `pk10.position_number@${(seq % 10) + 1}`,
    selection: '7',
    stake: 1_50n,
    odds: 980,
  }),
  atMs,
  salt: randomUUID(),
})

test('a bet’s leaf is written as core would write it, whatever is bet on', () => {
  for (const market of allMarkets) {
    const position = positionsOf(market)[0] ?? null
    const key = market.picks === null ? market.selections[0]! : market.selections.slice(0, 5).join()
    const bet = {
      market,
      position,
      key,
      lines: 1,
      stakePerLine: 2_00n as never,
      oddsHundredths: 196,
    } as unknown as TakenBet['bet']
    const one = { ...taken(3), bet }
    expect(leafText(one, formatInstant(atMs))).toBe(canonical(leafOf(one)))
  }
})

test.each([1, 2, 3, 5, 8, 31, 256, 300])('each receipt of a batch of %i holds by itself', (size) => {
  const id = randomUUID()
  const bets = Array.from({ length: size }, (_, at) => taken(at))
  const receipts = signBatch(app, { id, atMs, head, bets })
  expect(receipts).toHaveLength(size)
  for (const [index, text] of receipts.entries()) {
    const receipt = parseReceipt(text)!
    expect(receipt).toMatchObject({
      index,
      bet: leafOf(bets[index]!),
      batch: { size, origin: `play.example/fair/batch/${id}` },
    })
    expect([receipt.head.size, Buffer.from(receipt.head.root)]).toEqual([head.size, head.root])
    if (index % 37 === 0 || index === size - 1) expect(receiptProblem(receipt, [key], verifyEd25519)).toBeNull()
    expect(parseReceipt(text)!.note).toBe(parseReceipt(receipts[0]!)!.note)
  }
  expect(receiptProblem({ ...parseReceipt(receipts[0]!)!, bet: leafOf(taken(0)) }, [key], verifyEd25519)).toBe(
    'receipt-inconsistent',
  )
})

test('a policy that names the site’s log is enough to check a receipt, and one of another log is not', () => {
  const [, text] = signBatch(app, { id: randomUUID(), atMs, head, bets: [taken(0), taken(1), taken(2)] })
  const problemUnder = (origin: string) => {
    const policy = { logs: [logKey(origin, operatorKey.reveal())], witnesses: [], groups: new Map(), quorum: null }
    return checkProof({ file: parseProofFile(text!)!, policy, entry: null, verify: verifyEd25519 }).problem
  }
  expect(problemUnder(logOrigin)).toBeNull()
  for (const other of ['other.example/fair/log', 'play.example/fair/batch', 'play.example/fair/2/log'])
    expect([other, problemUnder(other)]).toEqual([other, 'log-unknown'])
})
