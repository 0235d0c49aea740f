import { actionRefusal, type AccountStatus } from '#core/rules/account-status'
import type { History, Told } from '../people/history.ts'

/** What players and operators were told must fit together, whatever the database says. */
export function checkTold(history: History, players: ReadonlyMap<string, string>): string[] {
  return [
    ...copiesThatDiffer(history),
    ...betsWhileShut(history, players),
    ...betsWhileExcluded(history),
    ...betsWhileStopped(history),
  ]
}

/** Answers that say nothing about the request itself. */
const aboutTheCaller = ['not_signed_in', 'session_broken', 'confirm_again', 'busy', 'too_many_requests']

/** Every copy of an accepted request under one key is answered as the first. */
function copiesThatDiffer({ told }: History): string[] {
  return told.flatMap((each) => {
    if (each.key === null || each.outcome !== 'ok') return []
    const first = plain(each.answer)
    return each.copies.flatMap(({ status, body }) => {
      const code = status < 400 ? 'ok' : String((body as { code?: string } | null)?.code)
      if (status >= 500 || aboutTheCaller.includes(code)) return []
      if (code !== 'ok') return [`${words(each)} was accepted, and a copy under the same key is answered ${code}`]
      return plain(body) === first
        ? []
        : [`${words(each)} is answered ${first}, and a copy under the same key ${plain(body)}`]
    })
  })
}

/** Receipts are signed anew for each answer. */
function plain(body: unknown): string {
  const { receipts: _receipts, ...rest } = (body ?? {}) as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))))
}

const words = ({ who, call, key }: Told) => `${call} of ${who} under ${key}`

/** Nobody is notified whose browser has unsubscribed. A subscription of which a copy may have come later counts for nothing. */
export function notifiedAfterwards(
  history: History,
  asked: readonly { readonly endpoint: string; readonly atMs: number }[],
): string[] {
  const ends = history.accepted('push.unsubscribe')
  return history.accepted('push.subscribe').flatMap(({ who, logins, input, number, isDecidedAtOnce }) => {
    const end = ends.find((each) => each.who === who && each.logins === logins && each.number > number)
    if (!end || !isDecidedAtOnce) return []
    const late = asked.filter(({ endpoint, atMs }) => endpoint === input.endpoint && atMs > end.answeredMs)
    return late.map(() => `${who} is notified at an endpoint that no longer wants it`)
  })
}

/** Bets that were sent after `fromMs` and accepted before `untilMs`. */
function acceptedWithin(
  history: History,
  { who, fromMs, untilMs }: { who: string | null; fromMs: number; untilMs: number },
): Told[] {
  const placed = [...history.accepted('bets.place'), ...history.accepted('repeatOrders.place')]
  return placed.filter(
    (each) => (who === null || each.who === who) && each.sentMs > fromMs && each.answeredMs < untilMs,
  )
}

/** The first call of a name that may have changed something back after `number`. */
function nextChange(history: History, after: Told, isOne: (told: Told) => boolean): number {
  const later = history.told.filter(
    (each) => each.number !== after.number && each.answeredMs > after.sentMs && mayHaveWorked(each) && isOne(each),
  )
  return Math.min(Infinity, ...later.map(({ sentMs }) => sentMs))
}

const mayHaveWorked = ({ outcome }: Told) =>
  outcome === 'ok' || outcome === 'unknown' || aboutTheCaller.includes(outcome)

function betsWhileShut(history: History, players: ReadonlyMap<string, string>): string[] {
  return history.accepted('players.set-status').flatMap((change) => {
    const { id, status } = change.input as { id: string; status: AccountStatus }
    const who = players.get(id)
    if (!who || actionRefusal(status, 'bet') === null) return []
    const isSame = (told: Told) => told.call === 'players.set-status' && told.input.id === id
    const untilMs = nextChange(history, change, isSame)
    return acceptedWithin(history, { who, fromMs: change.answeredMs, untilMs }).map(
      (bet) => `${words(bet)} was accepted although the account was ${status}`,
    )
  })
}

function betsWhileExcluded(history: History): string[] {
  return history
    .accepted('exclusions.begin')
    .flatMap(({ who, answeredMs }) =>
      acceptedWithin(history, { who, fromMs: answeredMs, untilMs: Infinity }).map(
        (bet) => `${words(bet)} was accepted although the player had excluded themselves`,
      ),
    )
}

function betsWhileStopped(history: History): string[] {
  return history.accepted('game-stops.stop').flatMap((stop) => {
    const { game } = stop.input as { game: string | null }
    const untilMs = nextChange(history, stop, (told) => told.call === 'game-stops.lift')
    return acceptedWithin(history, { who: null, fromMs: stop.answeredMs, untilMs })
      .filter(({ input }) => game === null || String(input.drawId).startsWith(`${game}:`))
      .map((bet) => `${words(bet)} was accepted although the game was stopped`)
  })
}
