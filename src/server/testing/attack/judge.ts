import { isLocale } from '#contract/locales'
import type { Answer } from './send-call.ts'
import { type Change, isOwnWork } from './watch-changes.ts'

type Kept = {
  readonly table: string
  readonly acts: readonly Change['act'][]
  readonly columns?: readonly string[]
  /** Only where the call was refused with one of these codes. */
  readonly codes?: readonly string[]
  readonly why: string
}

/** What a refused call may leave behind, and nothing else: mostly the count of tries that its refusal is made from. */
const kept: readonly Kept[] = [
  { table: 'attempt', acts: ['INSERT', 'UPDATE'], why: 'counts guesses, so a wrong one must count' },
  { table: 'used_captcha', acts: ['INSERT'], why: 'a solved captcha serves once, also for a form that is refused' },
  { table: 'sign_in_ticket', acts: ['UPDATE'], columns: ['tries_left'], why: 'counts wrong second factors' },
  { table: 'verification_code', acts: ['UPDATE'], columns: ['tries_left'], why: 'counts wrong codes' },
  {
    table: 'session',
    acts: ['UPDATE'],
    columns: ['seen_at', 'playing_since'],
    why: 'says when the caller was last here',
  },
  {
    table: 'mail',
    acts: ['INSERT'],
    codes: ['payment_password_wrong', 'old_payment_password_wrong'],
    why: 'tells the owner that somebody guessed at the payment password until it was locked',
  },
  { table: 'betting', acts: ['INSERT'], why: 'the first slip of a draw opens its books, also one that is refused' },
  { table: 'account', acts: ['INSERT'], why: 'the same: an empty account for the stakes of a draw' },
]

/** The changes that a refused call must not have made. */
export function effectsOf(changes: readonly Change[], code: string | null = null): Change[] {
  return changes.filter((change) => !isOwnWork(change) && !isKept(change, code))
}

function isKept({ table, act, row }: Change, code: string | null): boolean {
  return kept.some(
    (each) =>
      each.table === table &&
      each.acts.includes(act) &&
      (!each.codes || (code !== null && each.codes.includes(code))) &&
      (!each.columns || Object.keys(row).every((column) => each.columns!.includes(column))),
  )
}

/** The same for a call that only reads; an operator's look at a person is logged. */
export function effectsOfRead(changes: readonly Change[]): Change[] {
  return effectsOf(changes).filter(
    ({ table, act }) => act !== 'INSERT' || (table !== 'operator_action' && table !== 'action_chain'),
  )
}

/** Words that only the server's inside uses: code, files, SQL, tables, libraries. */
const internals =
  /\n\s+at |node_modules|node:internal|\/src\/|\.ts:\d|\bselect\b.+\bfrom\b|\binsert into\b|\bsyntax error|\brelation "|\bviolates |\bduplicate key|_pkey\b|\bpg_|\bplpgsql|ECONNREFUSED|\bzod\b|kysely|fastify|TypeError|RangeError|undefined is not|stored_answer|operator_action|login_hash|token_hash|postgres/i

type Expected = { readonly refusals: ReadonlyMap<string, number>; readonly language: string }

/** Statuses above 500 that are refusals: the house has stopped money, or the mail server takes no mail. */
const saidOnPurpose = ['money_stopped', 'email_not_sent']

/** What is wrong with a refusal; null where nothing is. */
export function flawOf({ status, code, text, headers }: Answer, { refusals, language }: Expected): string | null {
  if (status < 400) return null
  if (code === null) return `status ${status} comes without a code`
  if (status >= 500 && !saidOnPurpose.includes(code)) return `status ${status}, ${code}`
  if (internals.test(text)) return `names internals: ${text}`
  if (refusals.get(code) !== status)
    return `refuses with ${code} and status ${status}, which the description does not list`
  const { detail, title } = JSON.parse(text) as { detail?: string; title?: string }
  if (!detail?.trim() || !title?.trim() || /\{\{|undefined|\[object/.test(detail)) return `has no sentence: ${text}`
  if (isLocale(language) && headers.get('content-language') !== language) return `is not in ${language}: ${text}`
  return null
}
