import { PlayScreen } from '../PlayScreen.tsx'

const played = ['pk10', 'ssc'] as const

/** Games of places and balls: the race and five digits. */
export function GamePage() {
  return <PlayScreen families={played} />
}
