/**
 * How a player's account stands. Abnormal: something about it must be cleared up. Restricted: no transactions. Staff:
 * an operator's, or of somebody close to one; it does everything but play.
 */
export const accountStatuses = ['normal', 'abnormal', 'frozen', 'restricted', 'staff', 'closed'] as const

export type AccountStatus = (typeof accountStatuses)[number]

/** What an operator may turn a status into. Closed is final: what was erased with it does not come back. */
const moves: Readonly<Record<AccountStatus, readonly AccountStatus[]>> = {
  normal: ['abnormal', 'frozen', 'restricted', 'staff', 'closed'],
  abnormal: ['normal', 'frozen', 'restricted', 'staff', 'closed'],
  frozen: ['normal', 'abnormal', 'restricted', 'staff', 'closed'],
  restricted: ['normal', 'abnormal', 'frozen', 'staff', 'closed'],
  staff: ['normal', 'abnormal', 'frozen', 'restricted', 'closed'],
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
  staff: actions.filter((action) => action !== 'bet'),
  closed: [],
}

const refusal = {
  normal: null,
  abnormal: 'account_abnormal',
  frozen: 'account_frozen',
  restricted: 'account_restricted',
  staff: 'account_staff',
  closed: 'account_abnormal',
} as const satisfies Record<AccountStatus, string | null>

type Refusal = (typeof refusal)[AccountStatus]

/** Why an account of this status may not do that, or null where it may. Being staff matters to betting alone. */
export function actionRefusal(status: AccountStatus, action: 'bet'): Refusal
export function actionRefusal(status: AccountStatus, action: AccountAction): Exclude<Refusal, 'account_staff'>
export function actionRefusal(status: AccountStatus, action: AccountAction): Refusal {
  return allowed[status].includes(action) ? null : refusal[status]
}

/** Sessions of such an account end at once. A frozen player may log in again, to withdraw; the other two may not. */
export const statusesEndingSessions = ['abnormal', 'frozen', 'closed'] as const satisfies readonly AccountStatus[]
