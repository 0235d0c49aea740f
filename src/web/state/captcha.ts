import { type CaptchaPurpose, getCaptcha } from '#contract/people/captcha'
import { createStore } from '#ui/store.ts'
import { call } from '../client.ts'

/** How many captchas are being worked out. */
const solving = createStore(0)

/** Works out a captcha. The steps run on the browser's crypto threads, so the page stays as quick as it was. */
export async function solveCaptcha(purpose: CaptchaPurpose): Promise<string> {
  solving.set(solving.get() + 1)
  try {
    const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
      call(getCaptcha, { purpose }),
      import('altcha-lib'),
      import('altcha-lib/algorithms/web/pbkdf2'),
    ])
    const solution = await solveChallenge({ challenge, deriveKey })
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    solving.set(solving.get() - 1)
  }
}

/** Whether a captcha is being solved, for a short notice. */
export const useIsSolving = (): boolean => solving.use() > 0
