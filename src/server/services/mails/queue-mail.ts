import type { Locale } from '#contract/locales'
import type { Facts } from '#contract/refusals'
import type { Mails } from '#contract/mails'
import { factsIn, fill } from '#contract/texts'
import { utcText } from '#core/writing/time-text'
import type { Tx } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'
import { texts } from '../../world/texts.ts'

/** The mails with a text of their own; all security changes share one text, and so do all queues. */
export type Letter = Exclude<keyof Mails['mail'], 'what' | 'queue'>
export type SecurityChange = keyof Mails['mail']['what']

export type Reader = { readonly email: string; readonly language: string; readonly nickname: string }
type At = { readonly nowMs: number; readonly random: Random }

/** Puts a mail into the outbox, in the reader's language; it is sent only after the commit. */
export async function queueMail(
  tx: Tx,
  { kind, to, facts }: { kind: Letter; to: Omit<Reader, 'nickname'>; facts: Facts },
  { nowMs, random, id = random.uuid() }: At & { readonly id?: string },
): Promise<string> {
  const { subject, body } = texts[to.language as Locale].mail[kind]
  const said = factsIn(to.language, facts, utcText)
  const now = new Date(nowMs)
  await tx
    .insertInto('mail')
    .values({
      id,
      recipient: to.email,
      subject: fill(subject, said),
      body: fill(body, said),
      created_at: now,
      due_at: now,
    })
    .execute()
  return id
}

/** Notifies a player of a change to their account, so that a change by a stranger does not go unnoticed. */
export async function queueSecurityNotice(
  tx: Tx,
  to: Reader,
  { change, about = {}, ...at }: At & { change: SecurityChange; about?: Facts },
): Promise<void> {
  const what = fill(texts[to.language as Locale].mail.what[change], factsIn(to.language, about, utcText))
  await queueMail(tx, { kind: 'security', to, facts: { nickname: to.nickname, what } }, at)
}
