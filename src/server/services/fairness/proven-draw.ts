import { createPublicKey, verify } from 'node:crypto'
import type { BeaconCheck } from '#core/fairness/beacon'
import { type Entry, type Signed, recordHash } from '#core/fairness/log'
import { isSignedRecord } from '#core/fairness/records'
import { verifyDraw } from '#core/fairness/verify'
import type { Result } from '#core/games/draw-shape'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Memory } from '../../world/members/memory.ts'
import { keyAt } from './operator-keys.ts'

/** How a draw ended, as its signed records prove it: with these numbers, or with the stakes given back. */
export type Proven = {
  readonly ending: 'drawn' | 'refund'
  /** The numbers; for a void draw, its shadow result if the log has one. */
  readonly outcome: Result | null
  /** How many bets the close record counts; null where a draw ended without closing. */
  readonly bets: number | null
}

/** Thrown when the log does not prove what a row of the database claims. Nobody is paid on the strength of such a row. */
export class Unproven extends Error {}

type Period = { readonly draw_id: string; readonly schedule_seq: bigint }

/**
 * Reads how a draw ended from the signed log and from nowhere else. Each record must be signed with a key that this node knows from
 * outside the database. The public verifier then checks the records, beacon and numbers included, and its result is what counts.
 */
export async function provenDraw(app: App, { draw_id: drawId, schedule_seq: scheduleSeq }: Period): Promise<Proven> {
  const { db, beacon } = app
  const rows = await db.query
    .selectFrom('log_record')
    .select(['seq', 'line'])
    .where('draw_id', '=', drawId)
    .orderBy('seq')
    .execute()
  const schedule = await scheduleOf(app, scheduleSeq)
  const entries = [schedule]
  for (const row of rows) entries.push(await readEntry(app, row))
  const find = <T extends Entry['record']['type']>(type: T) =>
    entries.find(({ record }) => record.type === type) as Entry<T> | undefined
  const result = find('result') ?? find('shadow')
  const checked: BeaconCheck | null = result ? await beacon.check(result.record.body) : null
  const shown = {
    drawId,
    log: { entries, byDraw: new Map([[drawId, entries]]), problem: null, gaps: 0, key: schedule.key },
    operatorKey: schedule.key,
    keyChanges: [],
    chain: beacon.chain,
    rules: null,
    bets: null,
  }
  const nothing = { pinnedKey: null, nowMs: null, receipt: null, proof: null, note: null, paidToMe: null, relayed: [] }
  const verdict = verifyDraw(shown, {
    ...nothing,
    mode: beacon.mode,
    settleBet: null,
    // Each signature was checked when the record was read.
    isSignedBy: () => true,
    checkBeacon: () => checked!,
  })
  const failed = verdict.steps.filter(({ status }) => status === 'fail')
  if (failed.length > 0)
    throw new Unproven(`${drawId} fails ${failed.map(({ name, reason }) => `${name}: ${reason}`).join(', ')}`)
  const ending = find('result') ? 'drawn' : find('void') || find('cancel') ? 'refund' : null
  if (!ending || (ending === 'drawn' && !verdict.outcome))
    throw new Unproven(`the log does not say how ${drawId} ended`)
  return { ending, outcome: verdict.outcome, bets: find('close')?.record.body.bets ?? null }
}

type Row = { readonly seq: bigint; readonly line: string }

async function readEntry(app: App, { seq, line }: Row): Promise<Entry> {
  const signed: unknown = JSON.parse(line)
  if (!isSignedRecord(signed) || signed.record.seq !== Number(seq)) throw new Unproven(`record ${seq} is malformed`)
  const { record, sig } = signed
  const hash = recordHash(record)
  const { key } = await keyAt(app.db.query, app.config.operatorKey, seq)
  if (!app.logMark.trusts(key)) throw new Unproven(`record ${seq} is signed with a key that this node does not know`)
  if (!isGenuine(app.memory.publicKeys, { hash, sig, publicKey: key }))
    throw new Unproven(`the signature of record ${seq} does not hold`)
  return { record, hash, key }
}

/** A day's schedule is long and is needed for each of its draws, so schedules are cached. */
const schedulesMost = 50

async function scheduleOf(app: App, seq: bigint): Promise<Entry> {
  const known = app.memory.schedules
  const found = known.get(seq) ?? (await readEntry(app, await scheduleRow(app.db.query, seq)))
  if (known.size >= schedulesMost) known.clear()
  known.set(seq, found)
  return found
}

function scheduleRow(db: Queryable, seq: bigint): Promise<Row> {
  return db.selectFrom('log_record').select(['seq', 'line']).where('seq', '=', seq).executeTakeFirstOrThrow()
}

/** RFC 8410: the prefix of an Ed25519 public key's 32 bytes. */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Node's own Ed25519, which takes a tenth of the time of the one in core. */
function isGenuine(keys: Memory['publicKeys'], { hash, sig, publicKey }: Signed): boolean {
  const known =
    keys.get(publicKey) ??
    createPublicKey({ key: Buffer.concat([keyPrefix, Buffer.from(publicKey, 'hex')]), format: 'der', type: 'spki' })
  keys.set(publicKey, known)
  return verify(null, Buffer.from(hash, 'hex'), known, Buffer.from(sig, 'hex'))
}
