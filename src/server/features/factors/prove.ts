import type * as z from 'zod/mini'
import type { Proof } from '#contract/second-factor'
import type { RunningConfig } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import type { From } from '../../services/calls/caller.ts'
import { confirmedFactors } from './confirmed.ts'
import { type Verification, checkAssertion } from './passkeys.ts'
import type { Person } from './person.ts'
import { takeCode } from './recovery-codes.ts'
import type { Ticket } from './tickets.ts'
import { openTotpSecret, totpStep } from './totp.ts'

export type GivenProof = z.output<typeof Proof>
type At = { readonly nowMs: number; readonly from: From; readonly config: RunningConfig }

/** Whether the proof is right for the ticket's person. One-time proofs are used up by it. */
export async function isProven(tx: Tx, ticket: Ticket, { proof, ...at }: At & { proof: GivenProof }): Promise<boolean> {
  switch (proof.way) {
    case 'totp':
      return takeTotp(tx, ticket.person, { code: proof.code, ...at })
    case 'recovery':
      return takeCode(tx, ticket.person, { code: proof.code, ...at })
    case 'passkey':
      return takeAssertion(tx, ticket, { assertion: proof.assertion, verification: 'preferred', ...at })
  }
}

/**
 * A code works once: its time step must be later than the last one used, and the row update decides between two
 * requests at once.
 */
async function takeTotp(tx: Tx, person: Person, { code, nowMs, config }: At & { code: string }): Promise<boolean> {
  const totp = (await confirmedFactors(tx, person)).find((each) => each.kind === 'totp')
  if (!totp) return false
  const step = totpStep(openTotpSecret(config.pepper, person, totp.secret!), code, nowMs)
  if (step === null) return false
  const taken = await tx
    .updateTable('factor')
    .set({ last_step: step, last_used_at: new Date(nowMs) })
    .where('id', '=', totp.id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

type Assertion = Extract<GivenProof, { way: 'passkey' }>['assertion']

/** The ticket's challenge makes an answer valid once; a counter that does not grow reveals a copied key. */
export async function takeAssertion(
  tx: Tx,
  { person, challenge }: Ticket,
  { assertion, verification, nowMs, from }: Omit<At, 'config'> & { assertion: Assertion; verification: Verification },
): Promise<boolean> {
  const passkey = (await confirmedFactors(tx, person)).find((each) => each.credential_id === assertion.id)
  if (!passkey) return false
  const counter = await checkAssertion(passkey, assertion, { challenge, origin: from.origin, verification })
  if (counter === null) return false
  const taken = await tx
    .updateTable('factor')
    .set({ counter, last_used_at: new Date(nowMs) })
    .where('id', '=', passkey.id)
    // Keys without a counter always report 0.
    .where((eb) => eb.or([eb('counter', '<', counter), eb(eb.val(counter), '=', 0n)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
