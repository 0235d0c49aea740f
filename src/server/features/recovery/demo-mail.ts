import { demoMail } from '#contract/people/recovery'
import type { Config } from '../../world/config.ts'
import type { Tx } from '../../world/members/database.ts'
import { isKnownDevice } from '../../services/guard/devices.ts'
import { handle } from '../../services/calls/handle.ts'
import { isPublished } from '../../services/demo/demo-people.ts'

/** Whether codes that nobody gets by mail are shown on the screen instead: never where money is real or mail is sent. */
export const showsMails = ({ mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>): boolean => mode === 'demo' && !smtpUrl

/** The mail that a request brought about, for the browser that may be taken for its reader's. */
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

/** Anybody can ask for anybody's code; only a browser that was logged in to the account is shown it, or who is everybody's. */
async function mayRead(tx: Tx, { id, account }: { id: string; account: string }, device: string | null) {
  return (await isKnownDevice(tx, device, { playerId: id })) || isPublished(tx, account)
}
