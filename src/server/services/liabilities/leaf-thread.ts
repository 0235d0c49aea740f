import { openThread } from '../../world/work/worker-thread.ts'
import type { Kept } from './copying/write-build.ts'
import type { LeafTask, Proving } from './leaf-worker.ts'

/**
 * Reading a million rows and computing millions of hashes take seconds of a core, so a thread with connections of its own does both, and no
 * bet waits behind them.
 */
export type LeafThread = {
  begin(given: Proving): Promise<void>
  /** Takes the snapshot of that name, which another connection exported and may end afterwards. */
  open(snapshot: string): Promise<void>
  /** Reads the books and lets go of the snapshot; returns the sum of the open stakes. */
  read(): Promise<bigint>
  /** Makes the tree and writes down what paths need. */
  build(): Promise<Kept>
  /** Ends the thread, so that its memory is free for an hour, and whatever it was doing. The next proof starts another. */
  close(): Promise<void>
}

/** What it keeps is small, and what it throws away is much: without a limit it would take a hundred megabytes before it cleared up. */
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 64 }

export function openLeafThread(): LeafThread {
  const { ask, close } = openThread<LeafTask>(new URL('./leaf-worker.ts', import.meta.url), memory)
  return {
    begin: (given) => ask({ kind: 'begin', ...given }),
    open: (snapshot) => ask({ kind: 'open', snapshot }),
    read: () => ask({ kind: 'read' }),
    build: () => ask({ kind: 'build' }),
    close,
  }
}
