const stepsKey = 'clearball.first-steps'
const tourKey = 'clearball.tour'

/** Where the page is drawn at build time there is no storage. */
const read = (key: string) => (typeof localStorage === 'undefined' ? null : localStorage.getItem(key))

/**
 * What this browser remembers of a player's first steps: that they are under way, so that their place on home is kept free
 * before the server has answered, or who has done them all.
 */
export const firstSteps = {
  isOpen: () => read(stepsKey) === 'open',
  isDone: (playerId: string) => read(stepsKey) === playerId,
  open: () => localStorage.setItem(stepsKey, 'open'),
  finish: (playerId: string) => localStorage.setItem(stepsKey, playerId),
}

/** Whether this browser has shown the tour. */
export const tour = {
  wasSeen: () => read(tourKey) !== null,
  close: () => localStorage.setItem(tourKey, 'seen'),
}
