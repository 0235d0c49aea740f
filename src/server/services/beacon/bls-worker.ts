import { parentPort } from 'node:worker_threads'
import { type Beacon, type BeaconChain, rememberBeacons } from '#core/fairness/beacon'
import { signRound } from '#core/fairness/house-beacon'

export type BlsTask =
  | { readonly kind: 'check'; readonly chain: BeaconChain; readonly beacon: Beacon }
  | { readonly kind: 'sign'; readonly secretKey: string; readonly round: number }

const keptMost = 10_000

/** One object for each chain, because its public key is parsed once per object. */
const chains = new Map<string, BeaconChain>()
let check = rememberBeacons()
let checked = 0

function answer(task: BlsTask) {
  if (task.kind === 'sign') return signRound(task.secretKey, task.round)
  // The cache is cleared now and then; otherwise it would grow for as long as the server runs.
  if (++checked % keptMost === 0) check = rememberBeacons()
  const known = chains.get(JSON.stringify(task.chain)) ?? task.chain
  chains.set(JSON.stringify(task.chain), known)
  return check(known, task.beacon)
}

parentPort!.on('message', ({ id, task }: { id: number; task: BlsTask }) => {
  parentPort!.postMessage({ id, answer: answer(task) }, [])
})
