import { useSyncExternalStore } from 'react'
import { type CaptchaPurpose, getCaptcha } from '#contract/people/captcha'
import { call } from '../client.ts'

let solving = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1): void {
  solving += change
  for (const tell of listeners) tell()
}

/** Works out a captcha. The steps run on the browser's crypto threads, so the page stays as quick as it was. */
export async function solveCaptcha(purpose: CaptchaPurpose): Promise<string> {
  count(1)
  try {
    const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
      call(getCaptcha, { purpose }),
      import('altcha-lib'),
      import('altcha-lib/algorithms/web/pbkdf2'),
    ])
    const solution = await solveChallenge({ challenge, deriveKey })
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    count(-1)
  }
}

/** Whether a captcha is being worked out, for a quiet word about it. */
export function useIsSolving(): boolean {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => solving > 0,
  )
}
