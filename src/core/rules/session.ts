const hourMs = 3_600_000

/** After this long, whoever wants to touch money, or decide about people and settings, proves again who they are. */
export const confirmationLifeMs = { player: 30 * 60_000, operator: 10 * 60_000 } as const

/** Whether the password was given lately enough in this session. */
export function isConfirmed(kind: 'player' | 'operator', { confirmedAtMs }: { confirmedAtMs: number }, nowMs: number) {
  return nowMs - confirmedAtMs <= confirmationLifeMs[kind]
}

/** How long a session may rest before it must be opened again. Operators handle other people's money, so sooner. */
export const sessionIdleMs = { player: 7 * 24 * hourMs, operator: 8 * hourMs } as const

/**
 * How many sessions a person may have open; the next log-in ends the one that was not used for the longest time. Whatever ends all
 * sessions of a person does so in one transaction, which would grow with every log-in.
 */
export const openSessionsMost = 50

/** The same for a demo account, which all visitors of a demonstration use at once: with 50 they would log each other out. */
export const sharedSessionsMost = 1_000
