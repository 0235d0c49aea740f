import type { Locale } from '#contract/locales'
import type { Facts } from '#contract/refusals'
import { fill } from '#contract/texts'
import type { Tx } from '../../db/database.ts'
import { texts } from '../../texts.ts'

type Mail = { id: string; to: string; language: string; facts: Facts; nowMs: number }

/** Puts a mail into the outbox, in the reader's language; it leaves after the commit, and only then. */
export async function queueMail(tx: Tx, kind: 'welcome', { id, to, language, facts, nowMs }: Mail): Promise<void> {
  const { subject, body } = texts[language as Locale].mail[kind]
  const now = new Date(nowMs)
  await tx
    .insertInto('mail')
    .values({ id, recipient: to, subject: fill(subject, facts), body: fill(body, facts), created_at: now, due_at: now })
    .execute()
}
