import { type QueryClient, mutationOptions } from '@tanstack/react-query'
import { Refused } from '#contract/client'
import type { Input } from '#contract/endpoint'
import { register, signIn } from '#contract/people/accounts'
import { askRecovery } from '#contract/people/recovery'
import { secondFactor } from '#contract/second-factor'
import type { Once } from '#ui/sending/once.ts'
import { call } from '../client.ts'
import { prepareCaptcha, solveCaptcha } from '../state/captcha.ts'
import { logoutFacts, sessionHint } from '../state/session.ts'
import { isRefusedAs, meQuery } from './accounts.ts'

type Registration = { form: Input<typeof register>; once: Once }

/** Registers and logs in with the password that was just chosen. Tells whether the second was done as well. */
export function registerMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ form, once }: Registration) => {
      const { account } = await once(form, (key) => sendRegistration(form, key))
      // The account is made, whatever becomes of the log-in: who is not let in at once logs in by hand.
      const entered = await enterWith({ account, password: form.password }).catch(() => null)
      const isIn = entered?.next === 'done'
      if (isIn) await welcome(queries)
      return { account, isIn }
    },
  })
}

let solved: { key: string; captcha: string } | null = null

/**
 * The key is made once per filled-in form, so that asking again after a lost answer cannot register twice. The captcha
 * belongs to what was sent, so it stays with the key too.
 */
async function sendRegistration(form: Input<typeof register>, key: string) {
  if (solved?.key !== key) solved = { key, captcha: await solveCaptcha('register') }
  try {
    return await call(register, { ...form, captcha: solved.captcha }, key)
  } catch (error) {
    if (isRefusedAs(error, 'captcha_invalid')) solved = null
    // What is sent next is another form, which needs another captcha.
    if (error instanceof Refused) prepareCaptcha('register')
    throw error
  }
}

export function signInMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: enterWith,
    onSuccess: async ({ next }) => {
      if (next === 'done') await welcome(queries)
    },
    onError: (error) => {
      // Some wrong passwords later a captcha is asked for; by then it is solved.
      if (isRefusedAs(error, 'login_password_wrong', 'captcha_invalid')) prepareCaptcha('sign-in')
    },
  })
}

async function enterWith(form: Input<typeof signIn>) {
  try {
    return await call(signIn, form)
  } catch (error) {
    if (!isRefusedAs(error, 'captcha_required')) throw error
    return call(signIn, { ...form, captcha: await solveCaptcha('sign-in') })
  }
}

/** Has a code sent to whoever the name belongs to, if anybody. */
export const askRecoveryCode = async (account: string) =>
  call(askRecovery, { account, captcha: await solveCaptcha('recover') })

export function secondFactorMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: (answer: Input<typeof secondFactor>) => call(secondFactor, answer),
    onSuccess: () => welcome(queries),
  })
}

/**
 * Somebody has logged in, so the app asks who. Without an answer they are logged in all the same, so this never fails, and the
 * next page asks again.
 */
export async function welcome(queries: QueryClient): Promise<void> {
  logoutFacts.set(null)
  sessionHint.set()
  await queries.invalidateQueries(meQuery)
}
