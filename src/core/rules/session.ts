const hourMs = 3_600_000

/** After this long, whoever wants to touch money proves again who they are. */
export const confirmationLifeMs = 30 * 60_000

/** How long a session may rest before it must be opened again. Operators handle other people's money, so sooner. */
export const sessionIdleMs = { player: 7 * 24 * hourMs, operator: 8 * hourMs } as const
