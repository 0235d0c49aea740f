/** How a player's account stands. Abnormal: something about it must be cleared up. Restricted: no transactions. */
export const accountStatuses = ['normal', 'abnormal', 'frozen', 'restricted', 'closed'] as const

export type AccountStatus = (typeof accountStatuses)[number]

/** What an operator may turn a status into. Closed is final: what was erased with it does not come back. */
const moves: Readonly<Record<AccountStatus, readonly AccountStatus[]>> = {
  normal: ['abnormal', 'frozen', 'restricted', 'closed'],
  abnormal: ['normal', 'frozen', 'restricted', 'closed'],
  frozen: ['normal', 'abnormal', 'restricted', 'closed'],
  restricted: ['normal', 'abnormal', 'frozen', 'closed'],
  closed: [],
}

export function mayBecome(from: AccountStatus, to: AccountStatus): boolean {
  return moves[from].includes(to)
}

const actions = ['sign_in', 'bet', 'deposit', 'withdraw', 'change_profile', 'write_to_support'] as const

type AccountAction = (typeof actions)[number]

/**
 * What an account of each status may do. Frozen and restricted players can always ask for what is theirs: a withdrawal
 * goes through review, and refusing to hear of it would be keeping their money.
 */
const allowed: Readonly<Record<AccountStatus, readonly AccountAction[]>> = {
  normal: actions,
  abnormal: ['write_to_support'],
  frozen: ['sign_in', 'withdraw', 'write_to_support'],
  restricted: ['sign_in', 'withdraw', 'change_profile', 'write_to_support'],
  closed: [],
}

const refusal = {
  normal: null,
  abnormal: 'account_abnormal',
  frozen: 'account_frozen',
  restricted: 'account_restricted',
  closed: 'account_abnormal',
} as const satisfies Record<AccountStatus, string | null>

/** Why an account of this status may not do that, or null where it may. */
export function actionRefusal(status: AccountStatus, action: AccountAction): (typeof refusal)[AccountStatus] {
  return allowed[status].includes(action) ? null : refusal[status]
}

/** Whoever is logged in leaves at once. A frozen player may log in again, to withdraw; the other two may not. */
export const statusesEndingSessions: readonly AccountStatus[] = ['abnormal', 'frozen', 'closed']
