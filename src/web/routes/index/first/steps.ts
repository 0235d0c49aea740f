export type Step = {
  readonly name: 'certify' | 'topUp' | 'bet'
  /** Waiting: the player has done their part, and the house has yet to answer. */
  readonly state: 'done' | 'waiting' | 'open'
}

type Known = {
  readonly certification: 'none' | 'waiting' | 'under_review' | 'passed' | 'rejected'
  readonly hasMoney: boolean
  readonly hasBet: boolean
}

/** A player's first steps, from what is known of them. Who has bet has had money, whatever is left of it. */
export function stepsOf({ certification, hasMoney, hasBet }: Known): readonly Step[] {
  const isWaiting = certification === 'waiting' || certification === 'under_review'
  return [
    { name: 'certify', state: certification === 'passed' ? 'done' : isWaiting ? 'waiting' : 'open' },
    { name: 'topUp', state: hasMoney || hasBet ? 'done' : 'open' },
    { name: 'bet', state: hasBet ? 'done' : 'open' },
  ]
}

/** The step that comes next: the first that the player can do something about. */
export function nextStep(steps: readonly Step[]): Step['name'] | null {
  // Topping up and betting need a certified player, so nothing comes after a step that waits.
  const first = steps.find(({ state }) => state !== 'done')
  return first?.state === 'open' ? first.name : null
}
