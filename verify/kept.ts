import { readFile } from 'node:fs/promises'
import { isSignedReceipt, type SignedReceipt } from '#core/fairness/receipt'
import { isText, listOf, objectOf, oneOf, type Shape } from '#core/fairness/shape'
import { isWitnessNote, type WitnessNote } from '#core/fairness/witness'
import { parseCents, type Cents } from '#core/money/cents'
import { parseJson, Unreadable } from './source.ts'

/** What a player kept, as the app exports it: receipts, witness notes by draw id, payouts by bet id. */
export type Kept = {
  readonly receipts: readonly SignedReceipt[]
  readonly notes: { readonly [drawId: string]: WitnessNote }
  readonly payouts: { readonly [betId: string]: string }
}

export const keptNothing: Kept = { receipts: [], notes: {}, payouts: {} }

function mapOf<T>(item: Shape<T>): Shape<{ readonly [key: string]: T }> {
  return (value): value is { readonly [key: string]: T } =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(item)
}

const isKept = objectOf({
  v: oneOf(1),
  receipts: listOf(isSignedReceipt),
  notes: mapOf(isWitnessNote),
  payouts: mapOf(isText),
})

/** Reads an export or a single receipt; null if the value is neither. */
export function keptFrom(value: unknown): Kept | null {
  if (isSignedReceipt(value)) return { ...keptNothing, receipts: [value] }
  return isKept(value) ? value : null
}

export async function readKept(path: string): Promise<Kept> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Unreadable(`${path} cannot be read`, { cause })
  })
  const kept = keptFrom(parseJson(text, path))
  if (!kept) throw new Unreadable(`${path} holds no receipt and no witness notes`)
  return kept
}

/** What was kept of one draw, for one of its receipts. */
export function keptAbout(
  kept: Kept,
  drawId: string,
  receipt = kept.receipts.find((one) => one.receipt.drawId === drawId),
) {
  const payout = receipt && kept.payouts[receipt.receipt.bet.betId]
  return {
    receipt: receipt ?? null,
    note: kept.notes[drawId] ?? null,
    paidToMe: payout === undefined ? null : cents(payout),
  }
}

export function cents(text: string): Cents {
  const amount = parseCents(text)
  if (amount === null) throw new Unreadable(`${text} is not an amount such as 10.50`)
  return amount
}
