import { sql } from 'kysely'

/** Mail to `an+anything@…` arrives at `an@…`. */
const tag = String.raw`\+[^@]*@`

export const mailboxOf = (email: string) => email.toLowerCase().replace(new RegExp(tag), '@')

/** For rows whose `email` arrives at the mailbox of this address. */
export const isMailboxOf = (email: string) =>
  sql<boolean>`regexp_replace(lower(email), ${tag}, '@') = ${mailboxOf(email)}`
