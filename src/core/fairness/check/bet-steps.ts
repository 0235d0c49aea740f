import { bytesToHex } from '@noble/hashes/utils.js'
import { zeroCents, type Cents } from '../../money/cents.ts'
import { betLeafHash, betsFileHash, drawTotals, isBetLeaf, type BetLeaf } from '../bets.ts'
import { canonicalHash } from '../canonical.ts'
import { inclusionProof, merkleRoot, rootOfProof } from '../merkle.ts'
import { hexBytes, isHex } from '../pack.ts'
import { runningHead, type RunningHead } from '../running-head.ts'
import { toBase64 } from '../tlog/base64.ts'
import type { DrawCase } from './draw-case.ts'
import { fail, notChecked, pass, type Finding } from './finding.ts'

/** Step 13: the checker's bet is under the root fixed at close, in the cell and at the place that its receipt names. */
export function betInRoot({ own, close, shown, ended, roundMs }: DrawCase): Finding {
  if (!own.receipt) return notChecked('no-receipt')
  const { bet } = own.receipt
  if (ended?.record.type === 'skip') return fail('bet-not-in-root', { seq: bet.seq, bets: 0 })
  const isStillOpen = own.nowMs !== null && roundMs !== null && own.nowMs < roundMs
  if (!close) return ended || shown.log.problem || isStillOpen ? notChecked('no-close') : fail('close-missing')
  const { drawId, cells, root } = close.record.body
  const cell = cells[bet.cell]
  if (!cell || bet.seq >= cell.bets) return fail('bet-not-in-root', { seq: bet.seq, bets: cell?.bets ?? 0 })
  const proof = own.proof ? proofBytes(own.proof) : proofFrom(shown.bets, bet)
  if (!proof) return own.proof ? fail('proof-false') : notChecked('no-bets-file')
  const reached = rootOfProof({ leaf: betLeafHash(bet), index: bet.seq, size: cell.bets, proof })
  const holds = reached && bytesToHex(reached) === cell.root && drawTotals(drawId, cells).root === root
  return holds ? pass({ seq: bet.seq }) : fail('bet-not-in-root', { seq: bet.seq })
}

function proofBytes(proof: readonly string[]): Uint8Array[] | null {
  return proof.every((hash) => isHex(hash, 32)) ? proof.map((hash) => hexBytes(hash, 32)) : null
}

function proofFrom(bets: readonly unknown[] | null, { cell, seq }: BetLeaf): Uint8Array[] | null {
  if (!bets?.every(isBetLeaf)) return null
  const leaves = leavesOf(bets, cell)
  return seq < leaves.length ? inclusionProof(leaves, seq) : []
}

function leavesOf(bets: readonly BetLeaf[], cell: number): Uint8Array[] {
  return bets.filter((bet) => bet.cell === cell).map(betLeafHash)
}

/** Step 14: the published bets are those that were fixed at close: cells, root, count, stakes, order and times. */
export function betsFileHolds(found: DrawCase): Finding {
  const { schedule, close, slot, settle } = found
  const { bets } = found.shown
  if (!close) return notChecked('no-close')
  const { drawId, cells, bets: count, root, stakeTotal } = close.record.body
  const due = drawTotals(drawId, cells)
  if (due.root !== root || due.bets !== count || due.stakeTotal !== stakeTotal) return fail('cells-differ')
  if (schedule && schedule.record.body.cells !== cells.length) return fail('cells-differ')
  if (!bets) return withoutBets(found, count)
  if (!bets.every(isBetLeaf)) return fail('bet-malformed')
  if (bets.length !== count) return fail('bets-count-differs', { expected: count, found: bets.length })
  let from = 0
  for (const [number, cell] of cells.entries()) {
    const some = bets.slice(from, from + cell.bets)
    const misplaced = some.findIndex((bet, at) => bet.cell !== number || bet.seq !== at || bet.drawId !== drawId)
    if (misplaced >= 0) return fail('bet-out-of-order', { seq: from + misplaced })
    if (bytesToHex(merkleRoot(some.map(betLeafHash))) !== cell.root) return fail('bets-root-differs')
    if (stakesOf(some) !== cell.stakeTotal) return fail('stake-total-differs')
    from += some.length
  }
  // Instants have one form only, so they compare as text.
  const late = slot && bets.find(({ at }) => at < slot.opensAt || at >= slot.closesAt)
  if (late) return fail('bet-outside-window', { seq: late.seq, at: late.at })
  if (settle && settle.record.body.betsFileHash !== betsFileHash(bets)) return fail('bets-file-differs')
  return pass({ bets: count, stakeTotal })
}

/** Why a step that needs all bets is not taken; it fails if the draw had bets, is over, and a site does not show them. */
function withoutBets({ own, shown, settle, ended }: DrawCase, count: number): Finding {
  const isWithheld = own.expectsBets && shown.bets === null && (settle ?? ended) !== null && count > 0
  return isWithheld ? fail('bets-file-missing', { bets: count }) : notChecked('no-bets-file')
}

/** Exact, or larger than any number that a record can hold. */
function stakesOf(bets: readonly BetLeaf[]): number {
  return bets.reduce((sum, { stake }) => sum + stake, 0)
}

/** Step 15: what the checker was paid is what the rules give. */
export function payoutFollows(found: DrawCase): Finding {
  const { own, ended } = found
  if (!own.receipt) return notChecked('no-receipt')
  const { bet } = own.receipt
  const settled = ended && !found.result ? null : settler(found)
  if (settled && 'status' in settled) return settled
  const due = settled ? settled.pay(bet) : (BigInt(bet.stake) as Cents)
  if (due === null) return fail('bet-not-in-rules', { seq: bet.seq })
  const facts = { due: due.toString() }
  if (own.paidToMe === null) return notChecked('no-payout-stated', facts)
  // A void never profits the house: the stake comes back, and a shadow result that would have won is paid as well.
  const least = ended && due < BigInt(bet.stake) ? (BigInt(bet.stake) as Cents) : due
  return own.paidToMe === least
    ? pass(facts)
    : fail('payout-differs', { expected: least.toString(), found: own.paidToMe.toString() })
}

/** Step 16: what the operator says it paid in all is what the rules give for all bets; a void gave everything back. */
export function paidTotalFollows(found: DrawCase): Finding {
  const { shown, settle, ended, close } = found
  if (ended) return refunded(found)
  if (!close) return notChecked('no-close')
  if (!settle) return notChecked('no-settle')
  const settled = settler(found)
  // Rules that are withheld or false fail a draw whether or not its bets can be read.
  if ('status' in settled && settled.status === 'fail') return settled
  if (!shown.bets) return withoutBets(found, close.record.body.bets)
  if (!shown.bets.every(isBetLeaf)) return fail('bet-malformed')
  if ('status' in settled) return settled
  let paid = 0n
  let winners = 0
  for (const bet of shown.bets) {
    const payout = settled.pay(bet)
    if (payout === null) return fail('bet-not-in-rules', { seq: bet.seq })
    paid += payout
    if (payout > zeroCents) winners++
  }
  const { paidTotal, winners: stated } = settle.record.body
  if (paid !== BigInt(paidTotal)) return fail('paid-total-differs', { expected: paid.toString(), found: paidTotal })
  return winners === stated
    ? pass({ paidTotal, winners })
    : fail('winners-differ', { expected: winners, found: stated })
}

function refunded(found: DrawCase): Finding {
  const { ended, close, shown } = found
  const { body } = ended!.record
  const { refunds, refundTotal } = 'refunds' in body ? body : { refunds: 0, refundTotal: 0 }
  const bets = shown.bets?.every(isBetLeaf) ? shown.bets : null
  if (!close && !bets) return withoutBets(found, refunds)
  const due = close ? close.record.body : { bets: bets!.length, stakeTotal: stakesOf(bets!) }
  return refunds === due.bets && refundTotal === due.stakeTotal
    ? pass({ refunds, refundTotal })
    : fail('refund-differs', { expected: due.stakeTotal, found: refundTotal })
}

type Settler = { readonly pay: (bet: BetLeaf) => Cents | null }

function settler({ shown: { rules }, own, schedule, settle, ended, numbers }: DrawCase): Settler | Finding {
  if (!schedule) return notChecked('no-schedule')
  // Whoever pays by rules owes them to everybody: without them no payout could be checked.
  if (rules === null) return own.expectsRules && (settle ?? ended) ? fail('rules-missing') : notChecked('no-rules')
  if (orNull(() => canonicalHash(rules)) !== schedule.record.body.rulesHash) return fail('rules-differ')
  if (!numbers) return notChecked('no-outcome')
  const { settleBet } = own
  if (!settleBet) return notChecked('no-settlement-code')
  return { pay: (bet) => orNull(() => settleBet(rules, bet, numbers.outcome)) }
}

/** What is published may be anything; what cannot be read is wrong, and must not end the check. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Step 17: the bets with which a cell closed begin with those of every running head of it that the checker saw. */
export function runningHeadsHold({ shown: { bets, drawId }, own, keys, close, ended }: DrawCase): Finding {
  if (own.heads.length === 0) return notChecked('no-running-head')
  const heads = own.heads.map((note) => runningHead(note, { drawId, keys, verify: own.verify }))
  if (!heads.every((head) => head !== null)) return fail('running-head-false')
  const largest = Math.max(...heads.map(({ size }) => size))
  if (ended?.record.type === 'skip') return contradiction(largest, 0)
  if (!close && !ended) return notChecked('no-close')
  const closedWith = ({ cell }: RunningHead) => close?.record.body.cells[cell]?.bets ?? 0
  const beyond = close && heads.find((head) => head.size > closedWith(head))
  if (beyond) return contradiction(beyond.size, closedWith(beyond))
  if (!bets) return notChecked('no-bets-file')
  if (!bets.every(isBetLeaf)) return fail('bet-malformed')
  const broken = heads.find(
    ({ cell, size, root }) => toBase64(merkleRoot(leavesOf(bets, cell).slice(0, size))) !== toBase64(root),
  )
  return broken ? contradiction(broken.size, bets.length) : pass({ heads: heads.length, bets: largest })
}

function contradiction(seen: number, bets: number): Finding {
  return fail('running-head-contradicted', { seen, bets })
}
