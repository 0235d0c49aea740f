import { type CaptchaPurpose, getCaptcha } from '#contract/people/captcha'
import { createAhead } from '#ui/sending/ahead.ts'
import { createStore } from '#ui/store.ts'
import { call } from '../client.ts'

/** How many captchas are being worked out. */
const solving = createStore(0)

/** The server accepts a solution for ten minutes; the rest is for the way there. */
const freshMs = 8 * 60_000

const ahead = createAhead(solve, { freshMs })

/** Works out a captcha. The steps run on the browser's crypto threads, so the page stays as quick as it was. */
async function solve(purpose: CaptchaPurpose): Promise<string> {
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

/** Works out a captcha while a form is still filled in, so that sending it need not wait. */
export const prepareCaptcha = ahead.prepare

/** A solved captcha, which serves once: the one that was prepared, or one that is worked out now. */
export const solveCaptcha = ahead.take

/** Whether a captcha is being solved, for a short notice. */
export const useIsSolving = (): boolean => solving.use() > 0
