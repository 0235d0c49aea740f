import { Activity } from '../world/context.ts'
import { openDice } from '../world/dice.ts'
import { Gate, installGate } from '../world/gate.ts'
import { installRandomness, installRealWork } from '../world/real-work.ts'
import { type Elsewhere, installPosts, installRequestsOut } from '../world/requests-out.ts'
import { installTurns } from '../world/turns.ts'
import { VirtualTime, installTime } from '../world/virtual-time.ts'

/** What is installed once for the process: time, the gate to the database, and the count of what is under way. */
export type Machine = {
  readonly activity: Activity
  readonly time: VirtualTime
  readonly gate: Gate
  runs: number
  /** The other machines that nodes ask, in the present run. */
  elsewhere: Elsewhere
  reset(): void
}

/** Installed before the server is imported, so that the server imports what is simulated. */
export async function installMachine(): Promise<Machine> {
  const activity = new Activity()
  const time = new VirtualTime(0, activity)
  const gate = new Gate(activity)
  const outside = openDice('outside')
  await installRealWork(activity)
  installRandomness((count) => outside.bytes(count))
  installTime(time)
  installTurns(activity)
  installGate(gate, activity)
  installRequestsOut(() => machine.elsewhere)
  installPosts(() => machine.elsewhere)
  const machine: Machine = {
    activity,
    time,
    gate,
    runs: 0,
    elsewhere: { answer: (url) => Promise.reject(new TypeError(`nothing is at ${url}`)) },
    reset: () => {
      machine.runs++
      time.clearAll()
      gate.clear()
      activity.clear()
    },
  }
  return machine
}
