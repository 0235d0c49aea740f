import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '#contract/client'

/** Asks again where the answer was to come back later, as a browser does: a machine under load may say so. */
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
