import type { Found } from '#contract/console/people/search'

/** The address in the console that shows what was found. */
export function foundPlace({ kind, id, playerId }: Found): string {
  const inFile = (part: string) => `/players/${playerId}/${part}`
  switch (kind) {
    case 'player':
      return `/players/${id}`
    case 'deposit':
      return `/deposits/${id}`
    case 'withdrawal':
      return `/withdrawals/${id}`
    case 'certification':
      return `/certifications/${id}`
    case 'draw':
      return `/games/${id}`
    case 'bet':
      return inFile('bets')
    case 'case':
      return `/service/${id}`
    case 'signal':
      return `/signals/${id}`
    case 'invitation':
      return `/invitations/${id}`
  }
}
