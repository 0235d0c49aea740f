import type { FactorCalls } from '#contract/factors'
import type { Context } from '../../services/calls/handle.ts'
import { noticeChange } from './pay-change.ts'
import { type Person, columnOf } from './person.ts'
import { deleteCodes } from './recovery-codes.ts'

type Remove = FactorCalls<'player' | 'operator'>['remove']

/** A player may remove the last factor, an operator may not. */
export async function removeFactor(context: Omit<Context<Remove, unknown>, 'prepared'>, person: Person) {
  const { input, tx, refuse } = context
  // Locked, so that two removals at once cannot each rely on the factor that the other removes.
  const factors = await tx
    .selectFrom('factor')
    .select('id')
    .where(columnOf(person), '=', person.id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!factors.some((each) => each.id === input.id)) refuse('factor_unknown')
  const isLast = factors.length === 1
  if (isLast && person.kind === 'operator') refuse('second_factor_required')
  await tx.deleteFrom('factor').where('id', '=', input.id).execute()
  if (isLast) await deleteCodes(tx, person)
  await noticeChange(context, person)
  return {}
}
