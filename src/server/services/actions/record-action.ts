import type { Capability } from '#contract/console/capabilities'
import type { Tx } from '../../world/members/database.ts'

type Acting = { readonly tx: Tx; readonly nowMs: number; readonly caller: { readonly operatorId: string } }

type Facts = Readonly<Record<string, unknown>>

type Action = {
  /** The subject: a kind and an id, as in `player:…`, or a kind alone for a list. */
  readonly subject: string
  readonly reason?: string
  /** Contains no personal data, because this log outlives the account. */
  readonly before?: Facts
  readonly after?: Facts
}

/** Records what an operator did or looked at, in the transaction of the action itself, so that neither exists without the other. */
export async function recordAction(
  { tx, nowMs, caller }: Acting,
  capability: Capability,
  action: Action,
): Promise<void> {
  const { subject, reason, before, after } = action
  await tx
    .insertInto('operator_action')
    .values({
      operator_id: caller.operatorId,
      capability,
      subject,
      reason: reason ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      at: new Date(nowMs),
    })
    .execute()
}
