import type { BeaconCheck } from '#core/fairness/beacon'
import type { Cell } from '#core/fairness/bets'
import { noEvidence } from '#core/fairness/check/draw-case'
import { type Entry, entryLeaf, parseEntry, signedCheckpoint } from '#core/fairness/log'
import { rootOfProof } from '#core/fairness/merkle'
import { noteKey } from '#core/fairness/tlog/note'
import type { Checkpoint } from '#core/fairness/tlog/checkpoint'
import { verifyDraw } from '#core/fairness/verify'
import type { Result } from '#core/games/draw-shape'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { ourCell } from './cells.ts'
import { inclusionOf } from './log-tree.ts'
import { keyAt } from './operator-keys.ts'
import { newestCheckpoint } from './public-log.ts'
import { sha256 } from '../../world/sha256.ts'
import { verifier } from './sign-note.ts'

/** How a draw ended, as the signed log proves it: with these numbers, or with the stakes given back. */
export type Proven = {
  readonly ending: 'drawn' | 'refund'
  /** The numbers; for a void draw, its shadow result if the log has one. */
  readonly outcome: Result | null
  /** What the close record says of our bets: how many, and their root; null where a draw ended without closing. */
  readonly closed: Pick<Cell, 'bets' | 'root'> | null
}

/** Thrown when the log does not prove what a row of the database claims. Nobody is paid on the strength of such a row. */
export class Unproven extends Error {}

type Period = { readonly draw_id: string; readonly schedule_seq: bigint }

/**
 * Reads how a draw ended from the signed log and from nowhere else. Each record must be in the tree of a checkpoint that is signed with
 * a key that this node knows from outside the database. The public verifier then checks the records, beacon and numbers included, and
 * its result is what counts.
 */
export async function provenDraw(app: App, { draw_id: drawId, schedule_seq: scheduleSeq }: Period): Promise<Proven> {
  const { db, beacon } = app
  const checkpoint = await provenCheckpoint(app)
  const rows = await db.query
    .selectFrom('log_record')
    .select(['seq', 'entry'])
    .where('draw_id', '=', drawId)
    .where('seq', '<', BigInt(checkpoint.size))
    .orderBy('seq')
    .execute()
  const entries = [await scheduleOf(app, checkpoint, scheduleSeq)]
  for (const row of rows) entries.push(await readEntry(db.query, checkpoint, row))
  const find = <T extends Entry['record']['type']>(type: T) =>
    entries.find(({ record }) => record.type === type) as Entry<T> | undefined
  const result = find('result') ?? find('shadow')
  const checked: BeaconCheck | null = result ? await beacon.check(result.record.body) : null
  const shown = {
    drawId,
    log: { checkpoint, entries, byDraw: new Map([[drawId, entries]]), problem: null, gaps: 0 },
    operatorKey: '',
    keyChanges: [],
    seen: null,
    consistency: new Map(),
    chain: beacon.chain,
    rules: null,
    bets: null,
  }
  const verdict = verifyDraw(shown, {
    ...noEvidence,
    mode: beacon.mode,
    // Each record was proven when it was read.
    verify: () => true,
    checkBeacon: () => checked!,
  })
  const failed = verdict.steps.filter(({ status }) => status === 'fail')
  if (failed.length > 0)
    throw new Unproven(`${drawId} fails ${failed.map(({ name, reason }) => `${name}: ${reason}`).join(', ')}`)
  const ending = find('result') ? 'drawn' : find('void') || find('cancel') ? 'refund' : null
  if (!ending || (ending === 'drawn' && !verdict.outcome))
    throw new Unproven(`the log does not say how ${drawId} ended`)
  return { ending, outcome: verdict.outcome, closed: find('close')?.record.body.cells[ourCell] ?? null }
}

/** The newest checkpoint of the log, if a key that this node knows signed it. */
async function provenCheckpoint({ db, config, logMark, memory }: App): Promise<Checkpoint> {
  const newest = await newestCheckpoint(db.query)
  if (!newest) throw new Unproven('the log is empty')
  const { size, note } = newest
  const publicKey = await keyAt(db.query, config.operatorKey, size)
  if (!logMark.trusts(publicKey))
    throw new Unproven(`the checkpoint of size ${size} is signed with a key that this node does not know`)
  const key = { ...noteKey(config.logOrigin, 1, Buffer.from(publicKey, 'hex')), from: 0 }
  const checkpoint = signedCheckpoint(note, [key], verifier(memory.publicKeys))
  if (checkpoint?.size !== size) throw new Unproven(`the signature of the checkpoint of size ${size} does not hold`)
  return checkpoint
}

type Row = { readonly seq: bigint; readonly entry: string }

async function readEntry(db: Queryable, { size, root }: Checkpoint, { seq, entry }: Row): Promise<Entry> {
  const record = parseEntry(entry)
  if (!record) throw new Unproven(`record ${seq} is malformed`)
  const [index, leaf] = [Number(seq), entryLeaf(entry, sha256)]
  const reached = rootOfProof({ leaf, index, size, proof: await inclusionOf(db, index, size) })
  if (!reached || !Buffer.from(reached).equals(root)) throw new Unproven(`record ${seq} is not in the signed log`)
  return { record, index, hash: Buffer.from(leaf).toString('hex') }
}

/** A day's schedule is long and is needed for each of its draws, so schedules are cached. */
const schedulesMost = 50

async function scheduleOf(app: App, checkpoint: Checkpoint, seq: bigint): Promise<Entry> {
  const known = app.memory.schedules
  const found = known.get(seq) ?? (await readEntry(app.db.query, checkpoint, await scheduleRow(app.db.query, seq)))
  if (known.size >= schedulesMost) known.clear()
  known.set(seq, found)
  return found
}

function scheduleRow(db: Queryable, seq: bigint): Promise<Row> {
  return db.selectFrom('log_record').select(['seq', 'entry']).where('seq', '=', seq).executeTakeFirstOrThrow()
}
