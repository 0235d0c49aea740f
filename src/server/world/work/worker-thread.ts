import { type ResourceLimits, Worker } from 'node:worker_threads'

type Waiting = { resolve(answer: never): void; reject(reason: unknown): void }

/** A worker thread for tasks that would block the event loop too long. It starts with the first task, and again if it ended. */
export type WorkerThread<Task> = {
  ask<T>(task: Task): Promise<T>
  /** The number of tasks without an answer. */
  waiting(): number
  close(): Promise<void>
}

/** `resourceLimits` bound the memory of a thread that makes much garbage: without them it is collected late. */
export function openThread<Task>(file: URL, resourceLimits: ResourceLimits = {}): WorkerThread<Task> {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let last = 0

  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits })
    started.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
      waiting.get(id)?.resolve(answer as never)
      waiting.delete(id)
    })
    const fail = (reason: unknown) => {
      worker = null
      for (const each of waiting.values()) each.reject(reason)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error(`the worker thread of ${file.pathname} ended`)))
    // The thread must not keep alive a process that has nothing else to do. Last, because listening to messages undoes it.
    started.unref()
    return started
  }

  return {
    ask: <T>(task: Task) =>
      new Promise<T>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker ??= start()
        worker.postMessage({ id, task }, [])
      }),
    waiting: () => waiting.size,
    close: async () => void (await worker?.terminate()),
  }
}
