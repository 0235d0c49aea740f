import { type QueryClient, mutationOptions } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint'
import { register, signIn } from '#contract/people/accounts'
import { askRecovery } from '#contract/people/recovery'
import { secondFactor } from '#contract/second-factor'
import type { Once } from '#ui/sending/once.ts'
import { call } from '../client.ts'
import { solveCaptcha } from '../state/captcha.ts'
import { logoutFacts, sessionHint } from '../state/session.ts'
import { isRefusedAs, meQuery } from './accounts.ts'

/**
 * The key is made once per filled-in form, so that asking again after a lost answer cannot register twice. The captcha
 * belongs to what was sent, so it stays with the key too.
 */
export const registerMutation = mutationOptions({
  mutationFn: ({ form, once }: { form: Input<typeof register>; once: Once }) =>
    once(form, async (key) => {
      if (solved?.key !== key) solved = { key, captcha: await solveCaptcha('register') }
      try {
        return await call(register, { ...form, captcha: solved.captcha }, key)
      } catch (error) {
        if (isRefusedAs(error, 'captcha_invalid')) solved = null
        throw error
      }
    }),
})

let solved: { key: string; captcha: string } | null = null

export function signInMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (form: Input<typeof signIn>) => {
      try {
        return await call(signIn, form)
      } catch (error) {
        if (!isRefusedAs(error, 'captcha_required')) throw error
        return call(signIn, { ...form, captcha: await solveCaptcha('sign-in') })
      }
    },
    onSuccess: async ({ next }) => {
      if (next === 'done') await welcome(queries)
    },
  })
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

async function welcome(queries: QueryClient): Promise<void> {
  logoutFacts.set(null)
  sessionHint.set()
  await queries.fetchQuery({ ...meQuery, staleTime: 0 })
}
