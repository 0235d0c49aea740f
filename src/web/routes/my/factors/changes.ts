import type * as z from 'zod/mini'
import { playerFactors } from '#contract/factors'
import type { Output } from '#contract/endpoint'
import type { Proof } from '#contract/second-factor'
import { call } from '../../../client.ts'
import { say } from '../../../i18n/words.ts'

export type Factor = Output<typeof playerFactors.list>['factors'][number]
export type BegunApp = Output<typeof playerFactors.beginTotp>
export type BegunPasskey = Output<typeof playerFactors.beginPasskey>

/** A change of somebody's second factors. Each needs the password and a proof of a factor they have. */
export type Change =
  | { readonly kind: 'app' | 'passkey' | 'codes' }
  | { readonly kind: 'remove'; readonly factor: Factor }

export type Paid = { readonly ticket: string; readonly proof?: z.output<typeof Proof> }

/** What the page shows: the list, the questions before a change, or the steps after it. */
export type Step =
  | { readonly at: 'list' }
  | { readonly at: 'pay'; readonly change: Change }
  | { readonly at: 'app'; readonly begun: BegunApp }
  | { readonly at: 'passkey'; readonly begun: BegunPasskey }
  | { readonly at: 'codes'; readonly codes: readonly string[] }

/** Makes a change that was proven, and says which step follows. */
export async function carryOut(change: Change, paid: Paid): Promise<Step> {
  switch (change.kind) {
    case 'app':
      return { at: 'app', begun: await call(playerFactors.beginTotp, { ...paid, name: say('factors.app') }) }
    case 'passkey':
      return { at: 'passkey', begun: await call(playerFactors.beginPasskey, { ...paid, name: say('factors.passkey') }) }
    case 'codes':
      return { at: 'codes', codes: (await call(playerFactors.renewRecoveryCodes, paid)).recoveryCodes }
    case 'remove':
      await call(playerFactors.remove, { ...paid, id: change.factor.id })
      return { at: 'list' }
  }
}
