import { parseReceipt, type Receipt } from '#core/fairness/receipt'
import { isText, listOf, objectOf, oneOf, orNull, type Shape } from '#core/fairness/shape'
import { isWitnessNote, type WitnessNote } from '#core/fairness/check/witness-note'
import { parseCents, type Cents } from '#core/money/cents'
import { readShape } from './public-files.ts'
import { parseJson, readText, Unreadable, type Source } from './source.ts'

/** What a player kept: receipts, witness notes and running heads by draw id, the newest checkpoint, payouts by bet id. */
export type Kept = {
  readonly receipts: readonly Receipt[]
  readonly notes: { readonly [drawId: string]: WitnessNote }
  /** Signed notes. */
  readonly heads: { readonly [drawId: string]: readonly string[] }
  readonly checkpoint: string | null
  readonly payouts: { readonly [betId: string]: string }
}

export const keptNothing: Kept = { receipts: [], notes: {}, heads: {}, checkpoint: null, payouts: {} }

function mapOf<T>(item: Shape<T>): Shape<{ readonly [key: string]: T }> {
  return (value): value is { readonly [key: string]: T } =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(item)
}

/** As the app exports it, the receipts as the texts of their files. */
const isExport = objectOf({
  v: oneOf(2),
  receipts: listOf(isText),
  notes: mapOf(isWitnessNote),
  heads: mapOf(listOf(isText)),
  checkpoint: orNull(isText),
  payouts: mapOf(isText),
})

/** The export that a mirror writes, which has no receipts. */
export function formatKept({ notes, checkpoint }: Pick<Kept, 'notes' | 'checkpoint'>): string {
  return `${JSON.stringify({ v: 2, ...keptNothing, notes, checkpoint })}\n`
}

/** Reads an export; null if the value is none. */
export function keptFrom(value: unknown, name: string): Kept | null {
  if (!isExport(value)) return null
  const receipts = value.receipts.map((text, at) => {
    const receipt = parseReceipt(text)
    if (!receipt) throw new Unreadable(`${name}: receipt ${at + 1} is not a receipt`)
    return receipt
  })
  return { ...value, receipts }
}

/** Reads the file of a single receipt (`.tlog-proof`); null if the text is no proof file at all. */
export function receiptFrom(text: string, name: string): Kept | null {
  if (!text.startsWith('c2sp.org/tlog-proof@')) return null
  const receipt = parseReceipt(text)
  if (!receipt) throw new Unreadable(`${name} is a proof file, but not the receipt of a bet`)
  return { ...keptNothing, receipts: [receipt] }
}

export async function readKept(path: string): Promise<Kept> {
  const text = await readText(path)
  const kept = receiptFrom(text, path) ?? keptFrom(parseJson(text, path), path)
  if (!kept) throw new Unreadable(`${path} holds no receipt and no witness notes`)
  return kept
}

/** The notes of a mirror; none where it has not kept any yet. */
export async function readKeptNotes(folder: Source, path: string): Promise<Kept['notes']> {
  return (await readShape(folder, path, isExport))?.notes ?? {}
}

/** The receipts of one file, with all that both say about their draws. */
export function withNotes(file: Kept, other: Kept): Kept {
  return {
    receipts: file.receipts,
    notes: { ...other.notes, ...file.notes },
    heads: { ...other.heads, ...file.heads },
    checkpoint: file.checkpoint ?? other.checkpoint,
    payouts: { ...other.payouts, ...file.payouts },
  }
}

/** The draws of which there is a note or a running head, and no receipt. */
export function drawsWithoutReceipt({ receipts, notes, heads }: Kept): string[] {
  const noted = new Set([...Object.keys(notes), ...Object.keys(heads)])
  for (const { bet } of receipts) noted.delete(bet.drawId)
  return [...noted]
}

/** What was kept of one draw, for one of its receipts. */
export function keptAbout(
  kept: Kept,
  drawId: string,
  receipt = kept.receipts.find(({ bet }) => bet.drawId === drawId),
) {
  const payout = receipt && memberOf(kept.payouts, receipt.bet.betId)
  return {
    receipt: receipt ?? null,
    note: memberOf(kept.notes, drawId) ?? null,
    heads: memberOf(kept.heads, drawId) ?? [],
    paidToMe: payout === undefined ? null : cents(payout),
  }
}

/** Names come from files of others, and every object has a `constructor`. */
function memberOf<T>(map: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

export function cents(text: string): Cents {
  const amount = parseCents(text)
  if (amount === null) throw new Unreadable(`${text} is not an amount such as 10.50`)
  return amount
}
