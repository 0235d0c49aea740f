import type { FactorCalls } from '#contract/factors'
import { handle, handlePrepared, handleRead } from '../../services/calls/handle.ts'
import { takeNotice } from '../../services/guard/own-counts.ts'
import { tryOwnPassword } from '../../services/guard/sign-in.ts'
import { beginPasskey, checkPending, confirmPasskey } from './add-passkey.ts'
import { beginTotp, confirmTotp } from './add-totp.ts'
import { confirmedFactors } from './confirmed.ts'
import { payChange, settleChange } from './pay-change.ts'
import { personOf, profileOf } from './person.ts'
import { codesLeft, renewCodes } from './recovery-codes.ts'
import { removeFactor } from './remove-factor.ts'
import { openTicket } from './tickets.ts'

/** The handlers of one audience's calls about its own factors. */
export function factorHandlers<Who extends 'player' | 'operator'>(calls: FactorCalls<Who>) {
  return {
    list: handleRead(calls.list, async ({ caller, db }) => {
      const person = personOf(caller)
      const factors = await confirmedFactors(db, person)
      return {
        factors: factors.map((each) => ({
          id: each.id,
          kind: each.kind as 'totp' | 'passkey',
          name: each.name,
          addedAt: each.confirmed_at!.getTime(),
          lastUsedAt: each.last_used_at?.getTime() ?? null,
        })),
        recoveryCodesLeft: await codesLeft(db, person),
      }
    }),
    ask: handlePrepared(
      calls.ask,
      async (context) => {
        const { input, db, refuse } = context
        const person = personOf(context.caller)
        const { loginHash: stored } = await profileOf(db.query, person)
        if (!(await tryOwnPassword(context, person, { password: input.password, stored })))
          refuse('login_password_wrong')
        if (person.kind === 'player') await takeNotice(context, person.id, 'factors')
      },
      ({ caller, tx, ...at }) => openTicket(tx, personOf(caller), { purpose: 'change', ...at }),
    ),
    beginTotp: handlePrepared(calls.beginTotp, payChange, async ({ prepared: ticket, ...context }) =>
      beginTotp(context, await settleChange({ ticket, ...context })),
    ),
    confirmTotp: handle(calls.confirmTotp, confirmTotp),
    beginPasskey: handlePrepared(calls.beginPasskey, payChange, async ({ prepared: ticket, ...context }) =>
      beginPasskey(context, await settleChange({ ticket, ...context })),
    ),
    confirmPasskey: handlePrepared(calls.confirmPasskey, checkPending, confirmPasskey),
    remove: handlePrepared(calls.remove, payChange, async ({ prepared: ticket, ...context }) =>
      removeFactor(context, (await settleChange({ ticket, ...context })).person),
    ),
    renewRecoveryCodes: handlePrepared(
      calls.renewRecoveryCodes,
      payChange,
      async ({ prepared: ticket, ...context }) => {
        const { person } = await settleChange({ ticket, ...context })
        if ((await confirmedFactors(context.tx, person)).length === 0) context.refuse('second_factor_required')
        return { recoveryCodes: await renewCodes(context.tx, person, context) }
      },
    ),
  }
}
