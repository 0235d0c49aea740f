import { demoMail } from '#contract/people/recovery'
import type { Config } from '../../world/config.ts'
import type { Queryable } from '../../world/members/database.ts'
import { isKnownDevice } from '../../services/guard/devices.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { isPublished } from '../../services/demo/demo-people.ts'

/** Whether codes are shown on screen because no mail is sent: never with real money, never where mail is configured. */
export const showsMails = ({ mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>): boolean => mode === 'demo' && !smtpUrl

/** The mail that a request caused, for a browser that probably belongs to its reader. */
export const demoMailHandler = handleRead(demoMail, async ({ input, caller, from, db, nowMs }) => {
  const asked = await db
    .selectFrom('verification_code as code')
    .innerJoin('player', 'player.id', 'code.player_id')
    .innerJoin('mail', 'mail.id', 'code.mail_id')
    .select(['player.id', 'player.account', 'mail.subject', 'mail.body'])
    .where('code.id', '=', input.requestId)
    .where('code.expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (!asked) return { mail: null }
  const isTheirs = caller.kind === 'player' && caller.playerId === asked.id
  if (!isTheirs && !(await mayRead(db, asked, from.device))) return { mail: null }
  return { mail: { subject: asked.subject, body: asked.body } }
})

/**
 * Anybody can request anybody's code, so it is shown only in a browser that was logged in to the account, or for the
 * public demo account.
 */
async function mayRead(db: Queryable, { id, account }: { id: string; account: string }, device: string | null) {
  return (await isKnownDevice(db, device, { playerId: id })) || isPublished(db, account)
}
