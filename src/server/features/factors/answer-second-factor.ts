import { operatorSecondFactor, secondFactor } from '#contract/second-factor'
import { openSession } from '../../http/caller.ts'
import { type Before, type Context, handlePrepared } from '../../http/handle.ts'
import { type Person, profileOf } from './person.ts'
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

async function enter({ input, prepared: ticket, tx, refuse, keepToken, ...at }: Context<Call, Ticket>) {
  const { person } = ticket
  if (!(await takeTicket(tx, ticket, at.nowMs))) refuse('ticket_expired')
  if (!(await isProven(tx, ticket, { proof: input.proof, ...at }))) refuse('second_factor_wrong')
  const { account, mayEnter } = await profileOf(tx, person)
  if (!mayEnter) refuse('account_abnormal')
  const owner = person.kind === 'player' ? { playerId: person.id } : { operatorId: person.id }
  const { token } = await openSession(tx, owner, { ...at, hasSecondFactor: true })
  keepToken(token)
  return { next: 'done' as const, account }
}
