/** Games of places and balls: the race and five digits. */
export { PlayScreen as GamePage } from '../PlayScreen.tsx'
