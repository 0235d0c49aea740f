import { type Cents, formatCents, parseCents } from '#core/money/cents'

const nameOf = (playerId: string) => `clearball.last-stake.${playerId}`

/** The stake of the last slip that a player bought in this browser. It is offered to nobody else. */
export const lastStake = {
  get: (playerId: string): Cents | null => parseCents(localStorage.getItem(nameOf(playerId)) ?? ''),
  set: (playerId: string, stake: Cents): void => localStorage.setItem(nameOf(playerId), formatCents(stake)),
}
