import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '#contract/client'

/** Repeats a call that was answered `busy`, as a browser does: a machine under load may answer so. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries === 30 || !(error instanceof Refused && error.code === 'busy')) throw error
      await sleep(500)
    }
  }
}
