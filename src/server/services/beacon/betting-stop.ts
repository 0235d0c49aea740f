import type { App } from '../../world/app.ts'
import type { BettingStop } from '../../world/members/beacon.ts'

/** Why no game may take bets, or null. Called for every bet, so it answers from memory. */
export function bettingStop({ beacon, witnesses }: Pick<App, 'beacon' | 'witnesses'>): BettingStop | null {
  return beacon.stop() ?? (witnesses.areSilent() ? 'no_witnesses' : null)
}
