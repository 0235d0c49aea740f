import { type GameCode, familyOrder, games } from '#core/games/catalogue'
import { periodAt } from '#core/periods/schedule'
import type { GameDraws } from '../../queries/draws.ts'
import { phaseAt } from '../../shell/draws/standing.ts'

/** The game whose betting closes next; an empty text where none takes bets. */
export function nextToClose(items: readonly GameDraws[], nowMs: number): GameCode | '' {
  const open = items.filter(({ period, gameStop }) => period && !gameStop && phaseAt(period, nowMs) === 'open')
  const [first] = open.sort((a, b) => a.period!.closesAt - b.period!.closesAt)
  return first?.game ?? ''
}

/** How games stand on home: family by family, and within a family the one whose betting closes first. */
export function orderAt(nowMs: number): GameCode[] {
  const places = games.map(({ code, family, intervalSec }) => {
    const { closesAtMs } = periodAt(code, nowMs)
    const closes = closesAtMs > nowMs ? closesAtMs : closesAtMs + intervalSec * 1_000
    return { code, family: familyOrder.indexOf(family), closes }
  })
  return places.sort((a, b) => a.family - b.family || a.closes - b.closes).map(({ code }) => code)
}

/**
 * The order is decided when home is shown and then stays, so that no card moves under a thumb. It is kept in variables of the page, because
 * `start.js` sets them before the first paint, long before the app is there.
 */
export function orderGames(nowMs: number): void {
  for (const [at, code] of orderAt(nowMs).entries())
    document.documentElement.style.setProperty(`--at-${code}`, String(at))
}
