import { Worker } from 'node:worker_threads'
import type { Beacon, BeaconChain, BeaconCheck } from '#core/fairness/beacon'

export type BlsTask =
  | { readonly kind: 'check'; readonly chain: BeaconChain; readonly beacon: Beacon }
  | { readonly kind: 'sign'; readonly secretKey: string; readonly round: number }

/** Pairings take 30 to 50 ms of a core: on a thread of their own, so that no bet waits behind one. */
export type BlsThread = {
  check(chain: BeaconChain, beacon: Beacon): Promise<BeaconCheck>
  sign(secretKey: string, round: number): Promise<string>
  close(): Promise<void>
}

type Waiting = { resolve(answer: never): void; reject(reason: unknown): void }

export function openBlsThread(): BlsThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let last = 0

  const start = (): Worker => {
    const started = new Worker(new URL('./bls-worker.ts', import.meta.url))
    // It must not keep a process alive that has nothing else to do.
    started.unref()
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
    started.on('exit', () => fail(new Error('the thread for signatures ended')))
    return started
  }

  const ask = <T>(task: BlsTask) =>
    new Promise<T>((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      worker ??= start()
      worker.postMessage({ id, task }, [])
    })

  return {
    check: (chain, beacon) => ask({ kind: 'check', chain, beacon }),
    sign: (secretKey, round) => ask({ kind: 'sign', secretKey, round }),
    close: async () => void (await worker?.terminate()),
  }
}
