import { nodeHash } from '#core/fairness/merkle'
import { toBase64 } from '#core/fairness/tlog/base64'
import { type Checkpoint, parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import type { TileReader } from '#core/fairness/tlog/tile-reader'
import { tileWidth } from '#core/fairness/tlog/tiles'
import { type Fork, type KeptCheckpoint, answered, stores } from './evidence-stores.ts'
import { leftInProof, openLog } from './public-log.ts'

type Compared = 'extends' | 'contradicts' | 'unknown'

/** Whether a state of a log begins with an older one. Files that do not belong to the newer state prove nothing either way. */
export async function compareStates(older: Checkpoint, newer: Checkpoint, log: TileReader): Promise<Compared> {
  if (older.size === newer.size) return isEqual(older.root, newer.root) ? 'extends' : 'contradicts'
  if (older.size === 0) return 'extends'
  const index = older.size - 1
  const [leaves, proof] = await Promise.all([log.leaves(Math.floor(index / tileWidth)), log.inclusion(index)])
  const leaf = leaves?.[index % tileWidth]
  const roots = leaf && proof && rootsFrom(leaf, proof, { index, size: newer.size })
  if (!roots || !isEqual(roots.newer, newer.root)) return 'unknown'
  return isEqual(roots.older, older.root) ? 'extends' : 'contradicts'
}

/**
 * The roots of two states from the last entry of the older one upwards: what stands to its left belongs to both of them, what
 * stands to its right to the newer alone.
 */
function rootsFrom(
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  { index, size }: { readonly index: number; readonly size: number },
): { readonly older: Uint8Array; readonly newer: Uint8Array } {
  const isLeft = leftInProof(index, size)
  let [older, newer] = [leaf, leaf]
  for (const [at, hash] of proof.entries()) {
    newer = isLeft[at] ? nodeHash(hash, newer) : nodeHash(newer, hash)
    if (isLeft[at]) older = nodeHash(hash, older)
  }
  return { older, newer }
}

const isEqual = (one: Uint8Array, other: Uint8Array) => toBase64(one) === toBase64(other)

/** Compares the checkpoints that this browser was shown. Of those that extend one another, the newest is kept. */
export async function compareKept(): Promise<void> {
  const { checkpoints } = await stores('readonly')
  const all = (await answered(checkpoints.getAll())) as KeptCheckpoint[]
  for (const origin of new Set(all.map((each) => each.origin)))
    await compareAll(all.filter((each) => each.origin === origin))
}

async function compareAll(kept: readonly KeptCheckpoint[]): Promise<void> {
  const newest = kept.reduce((one, other) => (other.size > one.size ? other : one))
  const others = kept.filter((each) => each !== newest)
  const log = openLog(newest.size)
  const compared = await Promise.all(others.map((older) => compareStates(stateOf(older), stateOf(newest), log)))
  const against = others.filter((_, at) => compared[at] === 'contradicts')
  const older = against.find(({ isCompared }) => isCompared) ?? against[0]
  if (older) await keepFork([older.note, newest.note], older.isCompared ? newest : older)
  else if (!compared.includes('unknown')) await keepOnly(newest, others)
}

const stateOf = ({ note }: KeptCheckpoint): Checkpoint => parseCheckpoint(parseNote(note)!.text)!

async function keepOnly(newest: KeptCheckpoint, others: readonly KeptCheckpoint[]): Promise<void> {
  const { checkpoints } = await stores('readwrite')
  const key = await keyOf(checkpoints, newest)
  // It may have been removed meanwhile, by the player or in another tab.
  if (key === undefined) return
  checkpoints.put({ ...newest, isCompared: true } satisfies KeptCheckpoint, key)
  for (const each of others) await remove(checkpoints, each)
}

/** Both stay for good; one of them is compared no more, so that the next ones are. */
async function keepFork(fork: Fork, dropped: KeptCheckpoint): Promise<void> {
  const { checkpoints, forks } = await stores('readwrite')
  const known = (await answered(forks.getAll())) as Fork[]
  const isKnown = known.some((each) => each.join() === fork.join())
  if (!isKnown && known.length < forksMost) forks.add(fork)
  await remove(checkpoints, dropped)
}

/** One is enough; whoever makes many shall not fill this browser. */
const forksMost = 5

const keyOf = (checkpoints: IDBObjectStore, { note }: KeptCheckpoint) =>
  answered(checkpoints.index('note').getKey(note))

async function remove(checkpoints: IDBObjectStore, kept: KeptCheckpoint): Promise<void> {
  const key = await keyOf(checkpoints, kept)
  if (key !== undefined) checkpoints.delete(key)
}
