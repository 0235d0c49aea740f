import type { Client } from 'pg'

/** What was done in a run. */
export type Done = {
  readonly slips: number
  readonly 'draws with bets settled': number
  readonly 'repeat orders that placed a slip': number
  readonly 'top-ups decided': number
  readonly 'withdrawals decided': number
  readonly 'players compared': number
}

/** For each minute of each player at least so many; a seed usually has more than twice as many. */
const leastAMinute: Partial<Done> = {
  slips: 0.05,
  'draws with bets settled': 0.03,
  'top-ups decided': 0.01,
  'withdrawals decided': 0.01,
}

export async function whatWasDone(admin: Client): Promise<{ done: Omit<Done, 'players compared'>; games: string[] }> {
  const { rows } = await admin.query<Omit<Done, 'players compared'>>(
    `select (select count(distinct key)::int from bet) as slips,
       (select count(*)::int from period join betting on period_id = period.id where betting.bets > 0 and settled_at is not null)
         as "draws with bets settled",
       (select count(*)::int from repeat_order where placed > 0) as "repeat orders that placed a slip",
       (select count(*)::int from deposit where decided_at is not null) as "top-ups decided",
       (select count(*)::int from withdrawal where decided_at is not null) as "withdrawals decided"`,
  )
  const { rows: games } = await admin.query<{ game: string }>(
    'select distinct game from period join bet on period_id = period.id order by game',
  )
  return { done: rows[0]!, games: games.map(({ game }) => game) }
}

/** A run in which little happens shows little, and must not pass. */
export function tooLittle(done: Done, { minutes, players }: { minutes: number; players: number }): string[] {
  return (Object.keys(done) as (keyof Done)[]).flatMap((what) => {
    const usual = Math.floor((leastAMinute[what] ?? 0) * minutes * players)
    // Without these, a seed of any length shows nothing.
    const always = { slips: 1, 'draws with bets settled': 1, 'players compared': Math.ceil(players / 2) }
    const least = Math.max(usual, what in always ? always[what as keyof typeof always] : 0)
    return done[what] < least ? [`too little happened: ${done[what]} ${what} instead of ${least}`] : []
  })
}

/** So many minutes of players suffice for a bet on each game, for a repeat order that bets, and for relays that lie to a node. */
const minutesOfAll = 200

/** What all seeds of a run together must have reached. */
export function neverReached(
  reached: { games: ReadonlySet<string>; repeatOrders: number; lied: number; liesRefused: number },
  { minutesOfPlayers, allGames }: { minutesOfPlayers: number; allGames: readonly string[] },
): string[] {
  if (minutesOfPlayers < minutesOfAll) return []
  const { games, repeatOrders, lied, liesRefused } = reached
  return [
    ...allGames.filter((game) => !games.has(game)).map((game) => `nobody bet on ${game}`),
    ...(repeatOrders === 0 ? ['no repeat order placed a slip'] : []),
    ...(lied > 0 && liesRefused === 0 ? ['relays lied, and no node had to find it out'] : []),
  ]
}
