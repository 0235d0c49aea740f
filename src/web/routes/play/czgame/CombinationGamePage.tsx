import { PlayScreen } from '../PlayScreen.tsx'

const played = ['k3', 'x11_5'] as const

/** Games of combinations: fast three and eleven choose five. */
export function CombinationGamePage() {
  return <PlayScreen families={played} />
}
