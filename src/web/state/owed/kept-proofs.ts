import type { PathFile, PathProblem } from '#core/fairness/liabilities/path-file'
import { answered, stores } from '../evidence-stores.ts'

/** What a check found wrong: with the file, with the log that it is in, or with what this browser was shown before. */
export type Problem = PathProblem | 'two-logs' | 'proof-gone'

/** A proof of what the player is owed, as it was shown here, and what was wrong with it. */
export type KeptProof = {
  readonly player: string
  readonly number: number
  readonly at: number
  readonly problem: Problem | null
  readonly file: PathFile
}

/** Some kilobytes each; a week of hours. */
const keptMost = 168
/** Whoever makes many shall not fill this browser. */
const failedMost = 5

/** Files a proof. What was kept of the same hour stays: a second word never replaces the first. */
export async function keepProof(proof: KeptProof): Promise<void> {
  const { proofs } = await stores('readwrite')
  const { player, number, problem } = proof
  const index = proofs.index('proof')
  const same = (await answered(index.getAll([player, number]))) as KeptProof[]
  if (same.some((each) => (each.problem === null) === (problem === null))) return
  const range = ofPlayer(player)
  const [keys, all] = [
    await answered(index.getAllKeys(range)),
    (await answered(index.getAll(range))) as readonly KeptProof[],
  ]
  const failed = all.filter((each) => each.problem !== null)
  if (problem !== null && failed.length >= failedMost) return
  await answered(proofs.add(proof))
  const good = keys.filter((_, at) => all[at]!.problem === null)
  for (const key of good.slice(0, Math.max(0, good.length + 1 - keptMost))) proofs.delete(key)
}

/** All proofs kept for a player, oldest first. */
export async function keptProofs(player: string): Promise<KeptProof[]> {
  const { proofs } = await stores('readonly')
  return (await answered(proofs.index('proof').getAll(ofPlayer(player)))) as KeptProof[]
}

/** Removes a failed proof that the house has made good. */
export async function dropFailed({ player, number }: KeptProof): Promise<void> {
  const { proofs } = await stores('readwrite')
  const index = proofs.index('proof')
  const keys = await answered(index.getAllKeys([player, number]))
  const all = (await answered(index.getAll([player, number]))) as readonly KeptProof[]
  for (const [at, key] of keys.entries()) if (all[at]!.problem !== null) proofs.delete(key)
}

export const ofPlayer = (player: string) => IDBKeyRange.bound([player], [player, Infinity])
