import type { Owed, PathFile, PathVerdict } from '#core/fairness/liabilities/path-file'
import { workerAddress } from '../../shell/install/worker-address.ts'
// oxlint-disable-next-line import/default -- the rule does not know `?worker&url`, for which Vite exports the address of the built worker
import owedChecker from './owed-checker.ts?worker&url'

export type Task = {
  readonly file: PathFile
  readonly known: { readonly account: string; readonly key: string | null; readonly owed?: Owed }
}
export type Answer = PathVerdict

/** Has a file checked in a worker of its own, by the code of the command line verifier. */
export async function askChecker(task: Task): Promise<Answer> {
  const worker = new Worker(workerAddress(owedChecker), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
      worker.addEventListener('error', ({ message }) => reject(new Error(message)))
      worker.postMessage(task, [])
    })
  } finally {
    worker.terminate()
  }
}
