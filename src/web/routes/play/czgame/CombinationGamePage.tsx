/** Games of combinations: fast three and eleven choose five. */
export { PlayScreen as CombinationGamePage } from '../PlayScreen.tsx'
