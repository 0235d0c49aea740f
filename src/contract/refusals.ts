/** How a refusal is answered, which facts its sentence may use, and which fact picks between wordings of it. */
type Refusal = { readonly status: number; readonly facts?: readonly string[]; readonly variants?: Variants }
type Variants = { readonly by: string; readonly values: readonly string[] }

/**
 * The whole error catalogue. The first part is the specification's section 8, each code beside the message it stands
 * for; the second is what the product needs besides. Texts live under the same codes in `texts/`.
 */
export const refusals = {
  not_signed_in: { status: 401 },
  session_broken: { status: 401, variants: { by: 'state', values: ['abnormal', 'frozen', 'closed'] } },
  player_unknown: { status: 404 },
  account_abnormal: { status: 403, variants: { by: 'state', values: ['frozen'] } },
  account_frozen: { status: 403 },
  account_restricted: { status: 403 },
  account_staff: { status: 403 },
  transactions_restricted: { status: 403 },
  certification_required: { status: 403 },
  identity_taken: { status: 409, variants: { by: 'field', values: ['account', 'email', 'phone', 'document'] } },
  invitation_invalid: { status: 422 },
  code_missing: { status: 422 },
  code_invalid: { status: 422 },
  email_missing: { status: 422 },
  email_malformed: { status: 422 },
  email_not_sent: { status: 502 },
  login_password_wrong: { status: 403 },
  payment_password_wrong: { status: 403 },
  old_payment_password_wrong: { status: 403 },
  passwords_differ: { status: 422 },
  passwords_same: { status: 422 },
  amount_missing: { status: 422 },
  amount_abnormal: { status: 422 },
  kind_unknown: { status: 422 },
  repeat_submission: { status: 409 },
  insufficient_balance: { status: 409 },
  betting_closed: { status: 409 },
  withdrawals_used_up: { status: 409 },
  withdrawal_needs_support: { status: 409 },

  money_stopped: { status: 503 },
  confirm_again: { status: 403 },
  payment_password_unset: { status: 409 },
  payment_locked: { status: 429, facts: ['minutes'] },
  session_unknown: { status: 404 },
  balance_remains: { status: 409 },
  bets_remain: { status: 409 },
  requests_remain: { status: 409 },
  account_missing: { status: 422 },
  account_malformed: { status: 422 },
  password_missing: { status: 422 },
  password_short: { status: 422, facts: ['min'] },
  password_long: { status: 422, facts: ['max'] },
  password_common: { status: 422 },
  repeat_missing: { status: 422 },
  payment_password_missing: { status: 422 },
  nickname_missing: { status: 422 },
  nickname_long: { status: 422, facts: ['max'] },
  contact_missing: { status: 422 },
  contact_long: { status: 422, facts: ['max'] },
  phone_missing: { status: 422 },
  phone_malformed: { status: 422 },
  invitation_missing: { status: 422 },
  age_unconfirmed: { status: 422 },
  captcha_required: { status: 403 },
  captcha_invalid: { status: 422 },

  picture_malformed: { status: 422 },
  picture_too_large: { status: 413, facts: ['max'] },
  pictures_too_many: { status: 409 },
  picture_unknown: { status: 404 },

  legal_name_missing: { status: 422 },
  birth_date_malformed: { status: 422 },
  document_number_malformed: { status: 422 },
  underage: { status: 403 },
  country_not_served: { status: 403 },
  certification_pending: { status: 409 },

  wallet_unknown: { status: 404 },
  wallet_known: { status: 409 },
  wallets_too_many: { status: 409, facts: ['max'] },
  wallet_waiting: { status: 409, facts: ['hours'] },
  wallet_missing: { status: 422 },
  address_missing: { status: 422 },
  address_malformed: { status: 422 },
  bank_name_missing: { status: 422 },
  bank_address_missing: { status: 422 },
  card_number_missing: { status: 422 },
  card_number_malformed: { status: 422 },
  routing_missing: { status: 422 },
  routing_malformed: { status: 422 },
  cardholder_missing: { status: 422 },
  reference_malformed: { status: 422 },
  amount_too_small: { status: 422, facts: ['min'] },
  amount_too_large: { status: 422, facts: ['max'] },
  withdrawals_paused: { status: 409, facts: ['hours'] },
  deposits_too_many: { status: 409, facts: ['max'] },
  deposit_limit_reached: { status: 409, facts: ['left'] },
  limit_waiting: { status: 409, facts: ['hours'] },
  limit_not_asked: { status: 409 },
  receiving_unknown: { status: 404 },
  deposit_unknown: { status: 404 },
  withdrawal_unknown: { status: 404 },
  range_too_long: { status: 422 },

  second_person_needed: { status: 409 },
  same_person: { status: 403 },
  amounts_differ: { status: 409 },
  proposal_unknown: { status: 404 },
  already_proposed: { status: 409 },
  deposit_not_passed: { status: 409 },
  setting_out_of_range: { status: 422, facts: ['min', 'max'] },
  validity_wrong: { status: 422 },

  certification_unknown: { status: 404 },
  review_taken: { status: 409 },
  review_not_taken: { status: 409 },
  already_decided: { status: 409 },
  status_unreachable: { status: 409 },
  operator_unknown: { status: 404 },
  announcement_unknown: { status: 404 },
  reason_missing: { status: 422 },
  second_factor_required: { status: 403 },
  second_factor_wrong: { status: 403 },
  ticket_expired: { status: 403 },
  factor_unknown: { status: 404 },

  draw_unknown: { status: 404 },
  bet_unknown: { status: 404 },
  betting_stopped: {
    status: 503,
    variants: { by: 'stop', values: ['no_beacon', 'clock', 'draws_delayed', 'no_witnesses'] },
  },
  game_stopped: { status: 409, variants: { by: 'why', values: ['maintenance', 'incident', 'authority'] } },
  stop_unknown: { status: 404 },
  odds_changed: { status: 409 },
  repeat_order_unknown: { status: 404 },
  repeat_order_over: { status: 409 },
  stake_too_small: { status: 422, facts: ['min'] },
  stake_too_large: { status: 422, facts: ['max'] },
  player_payout_too_large: { status: 409, facts: ['max'] },
  house_exposure_too_large: { status: 409 },
  stake_limit_reached: { status: 409 },
  loss_limit_reached: { status: 409 },
  player_excluded: { status: 403, facts: ['until'], variants: { by: 'next', values: ['ask'] } },
  exclusion_none: { status: 409 },
  exclusion_not_longer: { status: 409, facts: ['until'] },

  message_missing: { status: 422 },
  message_long: { status: 422, facts: ['max'] },
  conversation_unknown: { status: 404 },
  conversation_taken: { status: 409 },
  destination_in_text: { status: 422 },
  case_open: { status: 409 },
  case_unknown: { status: 404 },

  request_malformed: { status: 400, facts: ['field'] },
  key_missing: { status: 400 },
  body_too_large: { status: 413 },
  foreign_origin: { status: 403 },
  not_allowed: { status: 403 },
  path_unknown: { status: 404 },
  too_many_requests: { status: 429, facts: ['seconds'] },
  busy: { status: 503, facts: ['seconds'] },
  fault: { status: 500, facts: ['request'] },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof refusals

/** What the sentence of a refusal needs to know, as text ready to be shown. */
export type Facts = Readonly<Record<string, string>>

/**
 * Every text name a locale must have under `refusal`: a code, and the code with each value that picks a wording of it.
 */
export function refusalTextKeys(): string[] {
  return Object.entries<Refusal>(refusals).flatMap(([code, { variants }]) => [
    code,
    ...(variants?.values ?? []).map((value) => `${code}_${value}`),
  ])
}

/** What the product says when something went well: the specification's success messages. */
export const successes = ['registered', 'signed_in', 'modified', 'added', 'saved', 'copied', 'purchased'] as const
