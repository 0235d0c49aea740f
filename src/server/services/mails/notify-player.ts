import type { Locale } from '#contract/locales'
import type { Facts } from '#contract/refusals'
import type { Texts } from '#contract/texts'
import type { Tx } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'
import { texts } from '../../world/texts.ts'
import { type Letter, queueMail } from './queue-mail.ts'

type Notice = {
  readonly playerId: string
  /** The values for the mail's text besides the account's name, in the reader's language. */
  facts(words: Texts): Facts
}

/** Queues a mail to a player, in their language. */
export async function notifyPlayer(
  { tx, random, nowMs }: { tx: Tx; random: Random; nowMs: number },
  kind: Letter,
  { playerId, facts }: Notice,
): Promise<void> {
  const { account, email, language } = await tx
    .selectFrom('player')
    .select(['account', 'email', 'language'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  await queueMail(
    tx,
    { kind, to: { email, language }, facts: { account, ...facts(texts[language as Locale]) } },
    { nowMs, random },
  )
}
