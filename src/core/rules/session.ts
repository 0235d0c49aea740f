const hourMs = 3_600_000

/** How long a session may rest before it must be opened again. Operators handle other people's money, so sooner. */
export const sessionIdleMs = { player: 7 * 24 * hourMs, operator: 8 * hourMs } as const
