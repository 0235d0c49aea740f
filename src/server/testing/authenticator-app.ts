import { Secret, TOTP } from 'otpauth'
import { signIn } from '#contract/people/accounts'
import { playerFactors } from '#contract/factors'
import type { House } from './open-house.ts'
import { type Player, type Visitor, testPassword } from './person.ts'

export const stepMs = 30_000

export const totp = (code: string) => ({ way: 'totp', code }) as const
export const recovery = (code: string) => ({ way: 'recovery', code }) as const

/** An authenticator app that uses this house's clock. It computes codes independently, not with the server's code. */
export function openApp(house: House) {
  /** The code for this secret, `steps` time steps from now. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: house.clock.nowMs() + steps * stepMs })
  return {
    codeOf,
    /** A code that is wrong now and in the neighbouring time steps. */
    wrongCode: (secret: string) =>
      ['000000', '111111', '222222', '333333'].find(
        (code) => ![-1, 0, 1].some((steps) => codeOf(secret, steps) === code),
      )!,
    /** A player who set up an app through the API. The clock is moved on afterwards, so that the next code is a new one. */
    enrolled: async (): Promise<Player & { secret: string; codes: string[] }> => {
      const player = await house.player()
      const { ticket } = await player.call(playerFactors.ask, { password: testPassword })
      const { id, secret } = await player.call(playerFactors.beginTotp, { ticket, name: 'Phone' })
      const { recoveryCodes } = await player.call(playerFactors.confirmTotp, { id, code: codeOf(secret) })
      house.clock.forward(stepMs)
      return { ...player, secret, codes: recoveryCodes }
    },
  }
}

/** Logs in with the right password and returns the request for a second factor. */
export async function askedFor(visitor: Visitor, account: string) {
  const step = await visitor.call(signIn, { account, password: testPassword })
  if (step.next !== 'second_factor') throw new Error('no second factor was asked for')
  return step
}
