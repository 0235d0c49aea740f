/** What a player may limit of their betting: what they stake, and what they lose. */
export const playLimitKinds = ['stake', 'loss'] as const
