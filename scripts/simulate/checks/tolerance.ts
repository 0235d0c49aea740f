/** A node whose clock is wrong by more than this takes no bets, so no bet is dated further from the simulation's time. */
export const clockToleranceMs = 6_000
