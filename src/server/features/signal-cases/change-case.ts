import {
  closeSignalCase,
  handOverSignalCase,
  lookedSignalCase,
  noteSignalCase,
  resumeSignalCase,
  takeSignalCase,
  waitSignalCase,
} from '#contract/signals/cases'
import type { LiveEvent } from '#contract/live'
import type { ReviewStatus } from '#core/reviews/review'
import { type CaseState, type CaseStep, caseRefusal, caseWaitMostMs } from '#core/signals/case'
import type { Tx } from '../../world/members/database.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { handle } from '../../services/calls/handle.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { refuseOwnCase } from '../reviews/lock-review.ts'
import { endHolds } from '../signals/holds.ts'
import { type CaseContent, contentOf } from './content.ts'

type Acting = {
  readonly tx: Tx
  readonly nowMs: number
  readonly caller: { readonly operatorId: string }
  readonly input: { readonly id: string }
  refuse(code: 'signal_case_unknown' | 'already_decided'): never
}
type Owning = Acting & { refuse(code: 'review_not_taken'): never }

/** A case that is not closed, locked until the commit. */
async function lockCase({ tx, input, refuse }: Acting) {
  const row = await tx
    .selectFrom('signal_case')
    .select(['id', 'state', 'owner_id'])
    .where('id', '=', input.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('signal_case_unknown')
  return row.state === 'closed' ? refuse('already_decided') : row
}

/** The same, of the operator who owns it. */
async function lockOwnCase(context: Owning) {
  const row = await lockCase(context)
  const standing = { state: row.state as CaseState, ownerId: row.owner_id }
  const refusal = caseRefusal(standing, context.caller.operatorId)
  return refusal ? context.refuse(refusal as 'review_not_taken') : row
}

/**
 * Refuses whoever is a player of the locked case. A case may come to be about its owner while they have it; they can hand it over, and
 * note what they know.
 */
async function refuseOwnPlayers(context: Acting & { refuse(code: 'same_person'): never }, caseId: string) {
  const players = await context.tx
    .selectFrom('signal_player')
    .select('player_id')
    .distinct()
    .where('case_id', '=', caseId)
    .execute()
  await refuseOwnCase(context, ...players.map(({ player_id }) => player_id))
}

type Deciding = Owning & {
  readonly input: { readonly seen: CaseContent }
  refuse(code: 'same_person' | 'signal_case_changed'): never
}

/**
 * The same, for a decision that ends holds: a withdrawal is held once at most, so nobody may release one that they were not shown.
 * Signals and holds are added under the case's lock, so none comes between this and the commit.
 */
async function lockSeenCase(context: Deciding) {
  const row = await lockOwnCase(context)
  await refuseOwnPlayers(context, row.id)
  const { seen } = context.input
  const { signals, holds } = await contentOf(context.tx, row.id)
  return signals > seen.signals || holds > seen.holds ? context.refuse('signal_case_changed') : row
}

type Done = {
  readonly text?: string
  readonly to?: { readonly id: string; readonly account: string } | null
  readonly outcome?: string
}

/** Ends what the case holds, and lets the players' screens show it. */
async function release(
  { tx, nowMs, caller, publish }: Acting & { publish(event: LiveEvent): void },
  caseId: string,
): Promise<void> {
  const ids = await endHolds(tx, { caseId, operatorId: caller.operatorId, nowMs })
  if (ids.length === 0) return
  const rows = await tx.selectFrom('withdrawal').select(['id', 'player_id', 'status']).where('id', 'in', ids).execute()
  for (const { id, player_id, status } of rows) {
    const body = { kind: 'withdrawal', id, status: status as ReviewStatus } as const
    publish({ audience: `player:${player_id}`, kind: 'review.changed', body })
  }
}

/** Writes a step into the case's history and the operators' log. */
async function noteStep(
  { tx, nowMs, caller, input }: Acting,
  step: CaseStep,
  { text, to, outcome }: Done,
): Promise<void> {
  await tx
    .insertInto('signal_case_step')
    .values({
      case_id: input.id,
      step,
      operator_id: caller.operatorId,
      to_operator_id: to?.id ?? null,
      text: text ?? null,
      at: new Date(nowMs),
    })
    .execute()
  await recordAction({ tx, nowMs, caller }, 'signals.handle', {
    subject: `case:${input.id}`,
    ...(text !== undefined && { reason: text }),
    after: { step, ...(to && { to: to.account }), ...(outcome && { outcome }) },
  })
}

export const takeSignalCaseHandler = handle(takeSignalCase, async (context) => {
  const { input, caller, tx, refuse } = context
  const row = await lockCase(context)
  await refuseOwnPlayers(context, row.id)
  const owner = row.owner_id === null ? null : await operatorBy(tx, row.owner_id)
  // A second press of the same person changes nothing; what somebody else did meanwhile is shown before it is undone.
  if (row.owner_id !== caller.operatorId && owner !== input.from) return refuse('signal_case_changed')
  await tx.updateTable('signal_case').set({ owner_id: caller.operatorId }).where('id', '=', row.id).execute()
  await noteStep(context, 'taken', {})
  return {}
})

export const handOverSignalCaseHandler = handle(handOverSignalCase, async (context) => {
  const { input, tx, refuse } = context
  const colleague = input.account === null ? null : await handlerBy(tx, input.account)
  if (colleague === undefined) return refuse('operator_unknown', { field: 'account' })
  const { id } = await lockOwnCase(context)
  await tx
    .updateTable('signal_case')
    .set({ owner_id: colleague?.id ?? null })
    .where('id', '=', id)
    .execute()
  await noteStep(context, colleague ? 'handed_over' : 'given_back', { to: colleague })
  return {}
})

export const noteSignalCaseHandler = handle(noteSignalCase, async (context) => {
  await lockCase(context)
  await noteStep(context, 'note', { text: context.input.text })
  return {}
})

export const waitSignalCaseHandler = handle(waitSignalCase, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const { dueAt, text } = input
  if (dueAt <= nowMs || dueAt > nowMs + caseWaitMostMs) return refuse('validity_wrong', { field: 'dueAt' })
  const { id } = await lockSeenCase(context)
  await tx
    .updateTable('signal_case')
    .set({ state: 'waiting', due_at: new Date(dueAt), looked_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
  await release(context, id)
  await noteStep(context, 'waiting', { text })
  return {}
})

export const resumeSignalCaseHandler = handle(resumeSignalCase, async (context) => {
  const { tx, nowMs } = context
  const { id } = await lockOwnCase(context)
  await refuseOwnPlayers(context, id)
  const { promisedMs } = (await currentSettings(tx, nowMs)).signals
  await tx
    .updateTable('signal_case')
    .set({ state: 'open', due_at: new Date(nowMs + promisedMs) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await noteStep(context, 'resumed', {})
  return {}
})

export const lookedSignalCaseHandler = handle(lookedSignalCase, async (context) => {
  const { input, tx, nowMs } = context
  const { id } = await lockSeenCase(context)
  const { promisedMs } = (await currentSettings(tx, nowMs)).signals
  await tx
    .updateTable('signal_case')
    .set({ looked_at: new Date(nowMs), due_at: new Date(nowMs + promisedMs) })
    .where('id', '=', id)
    .execute()
  await release(context, id)
  await noteStep(context, 'looked', { text: input.text })
  return {}
})

export const closeSignalCaseHandler = handle(closeSignalCase, async (context) => {
  const { input, caller, tx, nowMs } = context
  const { conclusion: outcome, text } = input
  const { id } = await lockSeenCase(context)
  await release(context, id)
  const now = new Date(nowMs)
  await tx
    .updateTable('signal_case')
    .set({ state: 'closed', looked_at: now, outcome, closed_by: caller.operatorId, closed_at: now })
    .where('id', '=', id)
    .execute()
  await noteStep(context, 'closed', { text, outcome })
  return {}
})

async function operatorBy(tx: Tx, id: string): Promise<string> {
  return (await tx.selectFrom('operator').select('account').where('id', '=', id).executeTakeFirstOrThrow()).account
}

/** An operator who may handle cases, locked before the case, in the same order as in a dismissal. */
function handlerBy(tx: Tx, account: string) {
  return tx
    .selectFrom('operator')
    .select(['id', 'account'])
    .where('account', '=', account)
    .where('role', 'in', rolesWith('signals.handle'))
    .where('left_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}
