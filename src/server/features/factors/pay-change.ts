import type { Endpoint } from '#contract/endpoint'
import type { Facts } from '#contract/refusals'
import type { Caller } from '../../services/calls/caller.ts'
import { renewSession } from '../../services/people/sessions.ts'
import type { Before, Context } from '../../services/calls/handle.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { confirmedFactors } from './confirmed.ts'
import { type Person, lockPerson, personOf, profileOf } from './person.ts'
import { type GivenProof, isProven } from './prove.ts'
import { codesLeft, renewCodes } from './recovery-codes.ts'
import { type Ticket, codesClosedFor, payTry, takeTicket } from './tickets.ts'

type Paid = {
  readonly input: { readonly ticket: string; readonly proof?: GivenProof | undefined }
  readonly caller: Caller
  refuse(code: PayRefusal, facts?: Facts): never
}
type PayRefusal = 'second_factor_required' | 'second_factor_wrong' | 'ticket_expired' | 'too_many_requests'
type Slow = Pick<Before<Endpoint>, 'db' | 'nowMs'>
type Run = Pick<Context<Endpoint, unknown>, 'tx' | 'nowMs' | 'random' | 'from' | 'config' | 'keepToken'>

/** Spends one attempt of the ticket that a change of factors requires. */
export async function payChange({ input, caller, db, nowMs, refuse }: Paid & Slow): Promise<Ticket> {
  const ticket = await payTry(db, input.ticket, { purpose: 'change', nowMs })
  if (ticket?.person.id !== personOf(caller).id) return refuse('ticket_expired')
  const seconds = input.proof?.way === 'totp' ? await codesClosedFor(db.query, ticket.person, nowMs) : null
  if (seconds !== null) refuse('too_many_requests', { seconds: String(seconds) })
  return ticket
}

/** Whose factors may be changed, and whether a factor that they have was proven for it. */
export type Settled = { readonly person: Person; readonly isProven: boolean }

/**
 * Authorises a change of factors: uses the ticket up, checks the existing factor where there is one, and renews the
 * session's token.
 */
export async function settleChange({
  input,
  ticket,
  refuse,
  ...run
}: Paid & Run & { ticket: Ticket }): Promise<Settled> {
  const { person } = ticket
  // Locked, so that a first factor that its owner confirms at this moment is either counted below or waits.
  await lockPerson(run.tx, person)
  if (!(await takeTicket(run.tx, ticket, run.nowMs))) refuse('ticket_expired')
  const hasFactor = (await confirmedFactors(run.tx, person)).length > 0
  if (hasFactor) {
    if (!input.proof) return refuse('second_factor_required')
    if (!(await isProven(run.tx, ticket, { proof: input.proof, ...run }))) refuse('second_factor_wrong')
  }
  await renew(run, { hasSecondFactor: hasFactor })
  return { person, isProven: hasFactor }
}

/**
 * What follows every confirmation: recovery codes for the first factor, a new session token, a notice. An operator's other sessions that
 * were opened to set up a first factor end, because they were opened with the password alone.
 */
export async function welcomeFactor(run: Run & { caller: Caller }): Promise<{ recoveryCodes: string[] }> {
  const person = personOf(run.caller)
  const recoveryCodes = (await codesLeft(run.tx, person)) === 0 ? await renewCodes(run.tx, person, run) : []
  await renew(run, { hasSecondFactor: true })
  if (person.kind === 'operator') await endEnrolling(run, person)
  await noticeChange(run, person)
  return { recoveryCodes }
}

/** The caller's own session stays: it has just been given a second factor. */
async function endEnrolling({ tx, nowMs }: Run, { id }: Person): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('operator_id', '=', id)
    .where('second_factor_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

async function renew(run: Run & { caller: Caller }, proven: { hasSecondFactor: boolean }): Promise<void> {
  if (run.caller.kind === 'visitor') throw new Error('a visitor has no session')
  const { tx, nowMs, random } = run
  run.keepToken(await renewSession(tx, run.caller.sessionId, { nowMs, random, ...proven }))
}

/** Notifies a player by mail that their factors changed, in case somebody else did it. */
export async function noticeChange({ tx, nowMs, random }: Run, person: Person): Promise<void> {
  const { account, mail } = await profileOf(tx, person)
  if (!mail) return
  const names = (await confirmedFactors(tx, person)).map((each) => each.name)
  const facts = {
    nickname: mail.nickname,
    account,
    time: new Date(nowMs).toISOString(),
    factors: names.length > 0 ? names.join(', ') : '–',
  }
  await queueMail(tx, { kind: 'factor_changed', to: mail, facts }, { nowMs, random })
}
