import { sql } from 'kysely'

/** Mail to `an+anything@…` arrives at `an@…`. */
const tag = String.raw`\+[^@]*@`

export const mailboxOf = (email: string) => email.toLowerCase().replace(new RegExp(tag), '@')

/** For rows whose `email`, or that column, arrives at the mailbox of this address. */
export const isMailboxOf = (email: string, column = 'email') =>
  sql<boolean>`regexp_replace(lower(${sql.ref(column)}), ${tag}, '@') = ${mailboxOf(email)}`
