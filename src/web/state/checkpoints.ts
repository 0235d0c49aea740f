import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { type Fork, type KeptCheckpoint, answered, stores } from './evidence-stores.ts'

/** Checkpoints that were not compared yet; there are some a minute. */
const checkpointsMost = 60

/** Keeps a checkpoint beside the one before, until it is known that it extends it. */
export async function keepCheckpoint(note: string): Promise<void> {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!checkpoint) return
  const { checkpoints } = await stores('readwrite')
  if ((await answered(checkpoints.index('note').getKey(note))) !== undefined) return
  const { origin, size } = checkpoint
  const kept: KeptCheckpoint = { origin, size, note, isCompared: false }
  await answered(checkpoints.add(kept))
  const all = (await answered(checkpoints.getAll())) as KeptCheckpoint[]
  const keys = (await answered(checkpoints.getAllKeys())).filter((_, at) => !all[at]!.isCompared)
  for (const key of keys.slice(0, -checkpointsMost)) checkpoints.delete(key)
}

/** Pairs of checkpoints that cannot both be of one log. */
export async function keptForks(): Promise<Fork[]> {
  const { forks } = await stores('readonly')
  return (await answered(forks.getAll())) as Fork[]
}
