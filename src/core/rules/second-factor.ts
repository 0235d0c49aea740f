const minuteMs = 60_000

/** How long somebody has between password and second factor, and how often they may be wrong. */
export const ticketLifeMs = 5 * minuteMs
export const ticketTries = 5

/** How long a factor may wait for its confirmation. */
export const pendingFactorMs = 10 * minuteMs

/**
 * Wrong answers per person and hour after which codes of six digits are no longer looked at, however many tickets a
 * stolen password buys. Passkeys and recovery codes cannot be guessed and stay open to the owner.
 */
export const codeGuessesPerHour = 20

export const recoveryCodeCount = 10
