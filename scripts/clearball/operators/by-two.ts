import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { Capability } from '#contract/console/capabilities'
import type { ProposalKind } from '#contract/console/settings'
import type { Endpoint, Input } from '#contract/endpoint'
import type { Facts, RefusalCode } from '#contract/refusals'
import { transaction } from '#server/db/database'
import { approveProposalHandler } from '#server/features/approvals/decide-proposal'
import { can, rolesWith } from '#server/services/calls/capabilities'
import type { Handler } from '#server/services/calls/handle'
import { Refusal } from '#server/world/refusal'
import type { Ask } from '../ask.ts'
import { Problem } from '../command.ts'
import type { House } from '../with-house.ts'
import { type Proven, fromTerminal, proveOperator } from './prove-operator.ts'

type Wanted<E extends Endpoint> = {
  readonly kind: ProposalKind
  readonly subject: string
  /** What the handler stores of the input. */
  readonly content: Readonly<Record<string, string>>
  readonly handler: Handler<E>
  readonly input: unknown
}

/**
 * Lets one operator propose and another approve, each with their own password and second factor, through the handlers of the console:
 * so the rules, the log of actions and the mails are the console's. Either step may be done there instead. Returns what was done.
 */
export async function byTwo<E extends Endpoint>(house: House, ask: Ask, wanted: Wanted<E>): Promise<string> {
  const open = await openProposal(house, wanted)
  if (open) console.log(`${open.account} proposed it on ${open.proposed_at.toISOString()}: ${open.reason}`)
  else {
    const proposer = await personWith(house, ask, 'operators.propose')
    await call(house, wanted, proposer)
    console.log(`${proposer.account} has proposed it.`)
  }
  const { id } = (await openProposal(house, wanted))!
  const lines = Object.entries(wanted.content).map(([name, value]) => `  ${name}: ${value}`)
  console.log([`What is approved (${wanted.kind}, ${wanted.subject}):`, ...lines].join('\n'))
  const approver = await personWith(house, ask, 'proposals.decide')
  await call(house, { handler: approveProposalHandler, input: { id } }, approver)
  return `${approver.account} has approved it.`
}

type About = Pick<Wanted<Endpoint>, 'kind' | 'subject' | 'content'>

/**
 * The open proposal of what was typed. Another may be open about the same subject: approving that one would let its proposer choose, for
 * example, to whom the link goes, while the approver has read only what was typed here.
 */
async function openProposal({ db }: House, { kind, subject, content }: About) {
  const open = await db.query
    .selectFrom('proposal as p')
    .innerJoin('operator', 'operator.id', 'p.proposed_by')
    .select(['p.id', 'p.content', 'p.reason', 'p.proposed_at', 'operator.account'])
    .where('p.kind', '=', kind)
    .where('p.subject', '=', subject)
    .where('p.status', '=', 'open')
    .executeTakeFirst()
  if (open && !isDeepStrictEqual(open.content, content))
    throw new Problem(
      `Another proposal about ${subject} is open, by ${open.account}: ${JSON.stringify(open.content)}. Decide it on the console.`,
    )
  return open
}

async function personWith(house: House, ask: Ask, capability: Capability): Promise<Proven> {
  const does = capability === 'operators.propose' ? 'proposes' : 'approves'
  console.log(`Whoever ${does} it (${rolesWith(capability).join(', ')}); the rest can also be done on the console:`)
  const proven = await proveOperator(house, ask)
  if (!can(proven.role, capability)) throw new Problem(`${proven.account} has the role ${proven.role}, which may not.`)
  return proven
}

type Made<E extends Endpoint> = Pick<Wanted<E>, 'handler' | 'input'>

/** Runs a handler as the console does, for an operator who has just given password and second factor. */
async function call<E extends Endpoint>(house: House, { handler, input }: Made<E>, proven: Proven): Promise<void> {
  const read = z.safeParse(handler.call.input, input)
  if (!read.success) throw new Refusal(read.error.issues[0]!.message as RefusalCode)
  const nowMs = house.clock.nowMs()
  await transaction(house.db, house.random, async (tx) => {
    const caller = { kind: 'operator', ...proven, sessionId: '', confirmedAtMs: nowMs, isEnrolling: false }
    const refuse = (code: RefusalCode, facts?: Facts): never => {
      throw new Refusal(code, facts)
    }
    const context = { ...house, tx, input: read.data as Input<E>, nowMs, caller, from: fromTerminal(house), refuse }
    // These calls publish nothing live; one that did would fail here instead of being lost.
    await handler.run(context as unknown as Parameters<Handler<E>['run']>[0])
  })
}
