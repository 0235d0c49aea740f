import type { Tree } from '#core/fairness/merkle'
import { openThread } from '../../../world/work/worker-thread.ts'

export type TreeTask = { readonly tree: Tree; readonly lines: string }

const thread = openThread<TreeTask>(new URL('./tree-worker.ts', import.meta.url))

/** The tree with the lines of a bets file as its next leaves. Two hashes a bet take longer than all else about reading it, so a thread makes them. */
export const withLines = (task: TreeTask): Promise<Tree> => thread.ask(task)
