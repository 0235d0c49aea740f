import { type reportLanguages, setReportMail, showReportMail } from '#contract/console/reports'
import { can } from '../../services/calls/capabilities.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

type Language = (typeof reportLanguages)[number]

export const showReportMailHandler = handleRead(showReportMail, async ({ db, caller }) => {
  const row = await db
    .selectFrom('operator')
    .leftJoin('report_reader', 'operator_id', 'operator.id')
    .select(['email', 'language'])
    .where('operator.id', '=', caller.operatorId)
    .executeTakeFirstOrThrow()
  const isOffered = can(caller.role, 'reports.view')
  return { isOffered, email: row.email, language: isOffered ? (row.language as Language | null) : null }
})

export const setReportMailHandler = handle(setReportMail, async (context) => {
  const { input, tx, caller, nowMs, refuse } = context
  if (!can(caller.role, 'reports.view')) return refuse('not_allowed')
  const id = caller.operatorId
  if (input.language === null) {
    await tx.deleteFrom('report_reader').where('operator_id', '=', id).execute()
  } else {
    const { language } = input
    const { email } = await tx
      .selectFrom('operator')
      .select('email')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (email === null) return refuse('email_missing')
    await tx
      .insertInto('report_reader')
      .values({ operator_id: id, language, since: new Date(nowMs) })
      .onConflict((conflict) => conflict.column('operator_id').doUpdateSet({ language }))
      .execute()
  }
  await recordAction(context, 'reports.view', { subject: 'report-mail', after: { language: input.language } })
  return {}
})
