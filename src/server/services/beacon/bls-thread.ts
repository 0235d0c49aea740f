import type { Beacon, BeaconChain, BeaconCheck } from '#core/fairness/beacon'
import type { BlsTask } from './bls-worker.ts'
import { openThread } from '../../world/work/worker-thread.ts'

/** A pairing takes 30 to 50 ms of a core, so it runs on a thread of its own and no bet waits behind it. */
export type BlsThread = {
  check(chain: BeaconChain, beacon: Beacon): Promise<BeaconCheck>
  sign(secretKey: string, round: number): Promise<string>
  close(): Promise<void>
}

export function openBlsThread(): BlsThread {
  const { ask, close } = openThread<BlsTask>(new URL('./bls-worker.ts', import.meta.url))
  return {
    check: (chain, beacon) => ask({ kind: 'check', chain, beacon }),
    sign: (secretKey, round) => ask({ kind: 'sign', secretKey, round }),
    close,
  }
}
