import { demo, enterAsDemoOperator, enterAsDemoPlayer } from '#contract/people/demo'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { handle } from '../../services/calls/handle.ts'
import { demoEmailOf } from '../../services/demo/demo-people.ts'
import { openSession } from '../../services/people/sessions.ts'
import { letIn } from '../factors/answer-second-factor.ts'

/**
 * Lets anybody in as the demo player. The account is everybody's, so neither a changed password nor a second factor that
 * somebody set up closes it to the next visitor. An account that the console has frozen stays closed.
 */
export const enterAsDemoPlayerHandler = handle(
  enterAsDemoPlayer,
  async ({ tx, nowMs, random, from, refuse, keepToken }) => {
    const player = await tx
      .selectFrom('player')
      .select(['id', 'account', 'status'])
      .where('account', '=', demo.player.account)
      .forShare()
      .executeTakeFirst()
    if (!player) return refuse('account_abnormal')
    const refusal = actionRefusal(player.status as AccountStatus, 'sign_in')
    if (refusal) refuse(refusal)
    const { token } = await openSession(tx, { playerId: player.id }, { nowMs, random, from })
    keepToken(token)
    return { next: 'done' as const, account: player.account }
  },
)

/** Lets anybody in as a demo operator. An operator whom somebody invited later is not one, whatever the account's name. */
export const enterAsDemoOperatorHandler = handle(enterAsDemoOperator, async ({ input: { role }, ...context }) => {
  const operator = await context.tx
    .selectFrom('operator')
    .select('id')
    .where('account', '=', role)
    .where('email', '=', demoEmailOf(role))
    .executeTakeFirst()
  const account = operator ? await letIn(context, { kind: 'operator', id: operator.id }) : null
  return account === null ? context.refuse('account_abnormal') : { next: 'done' as const, account }
})
