import { operatorSecondFactor, secondFactor } from '#contract/second-factor'
import type { Endpoint } from '#contract/endpoint'
import { rememberDevice } from '../../services/guard/devices.ts'
import { openSession } from '../../services/people/sessions.ts'
import { type Before, type Context, handlePrepared } from '../../services/calls/handle.ts'
import { type Person, lockPerson, profileOf } from './person.ts'
import { isProven } from './prove.ts'
import { type Ticket, codesClosedFor, payTry, takeTicket } from './tickets.ts'

type Call = typeof secondFactor | typeof operatorSecondFactor

export const secondFactorHandler = handlePrepared(secondFactor, (context) => pay(context, 'player'), enter)
export const operatorSecondFactorHandler = handlePrepared(
  operatorSecondFactor,
  (context) => pay(context, 'operator'),
  enter,
)

async function pay({ input, db, nowMs, refuse }: Before<Call>, kind: Person['kind']): Promise<Ticket> {
  const ticket = await payTry(db, input.ticket, { purpose: 'sign_in', nowMs })
  if (ticket?.person.kind !== kind) return refuse('ticket_expired')
  const seconds = input.proof.way === 'totp' ? await codesClosedFor(db.query, ticket.person, nowMs) : null
  if (seconds !== null) refuse('too_many_requests', { seconds: String(seconds) })
  return ticket
}

async function enter({ input, prepared: ticket, ...context }: Context<Call, Ticket>) {
  const { tx, nowMs, refuse } = context
  await lockPerson(tx, ticket.person)
  if (!(await takeTicket(tx, ticket, nowMs))) refuse('ticket_expired')
  if (!(await isProven(tx, ticket, { proof: input.proof, ...context }))) refuse('second_factor_wrong')
  const account = await letIn(context, ticket.person)
  return account === null ? refuse('account_abnormal') : { next: 'done' as const, account }
}

type Run = Pick<Context<Endpoint, unknown>, 'tx' | 'nowMs' | 'random' | 'from' | 'keepToken' | 'keepDevice'>

/**
 * Opens the session of a person who proved a second factor and remembers their browser; null where they may not log in.
 */
export async function letIn({ tx, keepToken, keepDevice, ...at }: Run, person: Person): Promise<string | null> {
  const { account, mayEnter } = await profileOf(tx, person)
  if (!mayEnter) return null
  const owner = person.kind === 'player' ? { playerId: person.id } : { operatorId: person.id }
  const device = await rememberDevice(tx, owner, { ...at, token: at.from.device })
  const from = { ...at.from, device: device ?? at.from.device }
  const { token } = await openSession(tx, owner, { ...at, from, hasSecondFactor: true })
  keepToken(token)
  if (device) keepDevice(device)
  return account
}
