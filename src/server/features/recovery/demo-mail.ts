import { demoMail } from '#contract/people/recovery'
import type { Config } from '../../world/config.ts'
import type { Tx } from '../../world/members/database.ts'
import { isKnownDevice } from '../../services/guard/devices.ts'
import { handle } from '../../services/calls/handle.ts'
import { isPublished } from '../../services/demo/demo-people.ts'

/** Whether codes are shown on screen because no mail is sent: never with real money, never where mail is configured. */
export const showsMails = ({ mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>): boolean => mode === 'demo' && !smtpUrl

/** The mail that a request caused, for a browser that probably belongs to its reader. */
export const demoMailHandler = handle(demoMail, async ({ input, caller, from, tx, nowMs }) => {
  const asked = await tx
    .selectFrom('verification_code as code')
    .innerJoin('player', 'player.id', 'code.player_id')
    .innerJoin('mail', 'mail.id', 'code.mail_id')
    .select(['player.id', 'player.account', 'mail.subject', 'mail.body'])
    .where('code.id', '=', input.requestId)
    .where('code.expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (!asked) return { mail: null }
  const isTheirs = caller.kind === 'player' && caller.playerId === asked.id
  if (!isTheirs && !(await mayRead(tx, asked, from.device))) return { mail: null }
  return { mail: { subject: asked.subject, body: asked.body } }
})

/**
 * Anybody can request anybody's code, so it is shown only in a browser that was logged in to the account, or for the
 * public demo account.
 */
async function mayRead(tx: Tx, { id, account }: { id: string; account: string }, device: string | null) {
  return (await isKnownDevice(tx, device, { playerId: id })) || isPublished(tx, account)
}
