import { expect, test } from 'vitest'
import { api } from './api.ts'
import { type Endpoint, refusalsOf } from './endpoint.ts'
import { type Facts, type RefusalCode, refusals } from './refusals.ts'
import { loadNames, loadTexts, refusalSentence } from './texts.ts'

const { default: english } = await loadTexts.en()
const { default: names } = await loadNames.en()

/** The specification's section 8, word for word, and what brings each message about. */
const messages: [message: string, code: RefusalCode, facts?: Facts][] = [
  ['Login exception', 'session_broken'],
  ['Not logged in', 'not_signed_in'],
  ['The user does not exist', 'player_unknown'],
  ['User account status is abnormal', 'account_abnormal'],
  ['User account status is abnormal or frozen', 'account_abnormal', { state: 'frozen' }],
  ['Repeat email, account or mobile phone number', 'identity_taken'],
  ['Repeat email', 'identity_taken', { field: 'email' }],
  ['Repeat account', 'identity_taken', { field: 'account' }],
  ['Repeat mobile phone number', 'identity_taken', { field: 'phone' }],
  ['Invalid invitation code', 'invitation_invalid'],
  ['Invalid verification code', 'code_invalid'],
  ['email address cannot be empty', 'email_missing'],
  ['Illegal email address', 'email_malformed'],
  ['verification code cannot be empty', 'code_missing'],
  ['Email sending failed', 'email_not_sent'],
  ['Account exception, transaction restriction', 'account_restricted'],
  ['Account has been frozen', 'account_frozen'],
  ['Abnormal amount', 'amount_abnormal'],
  ['Login password error', 'login_password_wrong'],
  ['Payment password error', 'payment_password_wrong'],
  ['The original payment password is incorrect', 'old_payment_password_wrong'],
  ['Repeat submission', 'repeat_submission'],
  ['Restricted transactions', 'transactions_restricted'],
  ['Type exception', 'kind_unknown'],
  ['Insufficient balance', 'insufficient_balance'],
  ['Betting time has passed', 'betting_closed'],
  ['Please complete the primary certification first', 'certification_required'],
  [
    'Today the withdrawal times are used up, please contact customer service to withdraw manually',
    'withdrawals_used_up',
  ],
  ['If you cannot withdraw cash, please contact customer service', 'withdrawal_needs_support'],
  ['two passwords are inconsistent', 'passwords_differ'],
]

test.each(messages)('the specification’s “%s” is what %s says', (message, code, facts) => {
  expect(refusalSentence(english, code, facts).toLowerCase()).toContain(message.toLowerCase())
})

test('no fact can pick the sentence of another refusal', () => {
  const longer = Object.keys(refusals).flatMap((code) =>
    Object.keys(refusals).filter((other) => other.startsWith(`${code}_`)),
  )
  expect(longer).toEqual([])
})

test('a code that this release does not know reads as a fault', () => {
  expect(refusalSentence(english, 'of_the_future' as RefusalCode)).toBe(english.refusal.fault)
})

/** Codes whose calls are still to be built. A code leaves this list with the first call that gives it. */
const awaited: RefusalCode[] = ['path_unknown']

test('every refusal is given by a call, or known to be awaited; none is in both states', () => {
  const given = new Set(Object.values<Endpoint>(api).flatMap(refusalsOf))
  const missing = (Object.keys(refusals) as RefusalCode[]).filter((code) => !given.has(code))
  expect(missing.sort()).toEqual([...awaited].sort())
})

test('the specification’s success messages are said word for word', () => {
  expect(Object.values(names.success)).toEqual([
    'Registered successfully',
    'Login successfully',
    'Modification was successful',
    'Added successfully',
    'Save successfully',
    'Copy successfully',
    'Successful purchase',
  ])
})
