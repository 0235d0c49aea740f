import { parentPort } from 'node:worker_threads'
import { appendLeaf, leafHash } from '#core/fairness/merkle'
import { sha256 } from '../../../world/sha256.ts'
import type { TreeTask } from './tree-thread.ts'

function withLines({ tree, lines }: TreeTask) {
  // Each line ends with a line feed, so the last part is empty.
  const leaves = lines.split('\n').slice(0, -1)
  return leaves.reduce((grown, line) => appendLeaf(grown, leafHash(Buffer.from(line), sha256), sha256), tree)
}

parentPort!.on('message', ({ id, task }: { id: number; task: TreeTask }) => {
  parentPort!.postMessage({ id, answer: withLines(task) }, [])
})
