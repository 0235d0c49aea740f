import { api } from '#contract/api'
import { refusalsOf } from '#contract/endpoint'
import { actionRefusal, type AccountStatus } from '#core/rules/account-status'
import type { History, Told } from '../people/history.ts'
import type { PlacedSlip } from './repeat-orders.ts'
import { clockToleranceMs } from './tolerance.ts'

/** What players and operators were told must fit together, whatever the database says. */
export function checkTold(
  history: History,
  { players, ofOrders }: { players: ReadonlyMap<string, string>; ofOrders: readonly PlacedSlip[] },
): string[] {
  return [
    ...copiesThatDiffer(history),
    ...undeclaredRefusals(history),
    ...betsWhileForbidden(history, { players, ofOrders }),
  ]
}

/** Nobody is refused for a reason that the call does not declare, or without one. */
function undeclaredRefusals({ told }: History): string[] {
  return told.flatMap(({ who, call, outcome }) => {
    if (outcome === 'ok' || outcome === 'unknown') return []
    const declared: readonly string[] = refusalsOf(api[call as keyof typeof api])
    return declared.includes(outcome)
      ? []
      : [`${call} of ${who} is refused as ${outcome}, which the call does not declare`]
  })
}

/** Where nothing breaks any more, everybody who asks is answered. */
export function unansweredSince({ told }: History, calmFromMs: number): string[] {
  return told.flatMap(({ who, call, outcome, sentMs }) =>
    sentMs > calmFromMs && noAnswers.includes(outcome)
      ? [`${call} of ${who} is answered ${outcome} although nothing is broken`]
      : [],
  )
}

const noAnswers = ['unknown', 'busy', 'fault', 'not_signed_in', 'session_broken', 'confirm_again']

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

/** A span of time in which somebody, or nobody at all, may bet: on one game, or on all of them. */
type Ban = {
  readonly who: string | null
  readonly game: string | null
  readonly fromMs: number
  readonly untilMs: number
  readonly words: string
}

/** No slip is taken, no repeat order begun, and none places a bet while that is forbidden. */
function betsWhileForbidden(
  history: History,
  { players, ofOrders }: { players: ReadonlyMap<string, string>; ofOrders: readonly PlacedSlip[] },
): string[] {
  const asked = [...history.accepted('bets.place'), ...history.accepted('repeatOrders.place')].map((told) => ({
    who: told.who,
    drawId: String(told.input.drawId),
    beganMs: told.sentMs,
    endedMs: told.answeredMs,
    words: words(told),
  }))
  // A job's bet has only the time of its node.
  const placed = ofOrders.map(({ who, drawId, atMs }) => ({
    who,
    drawId,
    beganMs: atMs - clockToleranceMs,
    endedMs: atMs + clockToleranceMs,
    words: `a repeat order's bet of ${who} on ${drawId}`,
  }))
  const bans = [...shutAccounts(history, players), ...excluded(history), ...stoppedGames(history)]
  return bans.flatMap(({ who, game, fromMs, untilMs, words: because }) =>
    [...asked, ...placed]
      .filter((bet) => (who === null || bet.who === who) && (game === null || bet.drawId.startsWith(`${game}:`)))
      .filter(({ beganMs, endedMs }) => beganMs > fromMs && endedMs < untilMs)
      .map((bet) => `${bet.words} was accepted although ${because}`),
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

function shutAccounts(history: History, players: ReadonlyMap<string, string>): Ban[] {
  return history.accepted('players.set-status').flatMap((change) => {
    const { id, status } = change.input as { id: string; status: AccountStatus }
    const who = players.get(id)
    if (!who || actionRefusal(status, 'bet') === null) return []
    const isSame = (told: Told) => told.call === 'players.set-status' && told.input.id === id
    const untilMs = nextChange(history, change, isSame)
    return [{ who, game: null, fromMs: change.answeredMs, untilMs, words: `the account was ${status}` }]
  })
}

function excluded(history: History): Ban[] {
  return history.accepted('exclusions.begin').map(({ who, answeredMs }) => ({
    who,
    game: null,
    fromMs: answeredMs,
    untilMs: Infinity,
    words: 'the player had excluded themselves',
  }))
}

function stoppedGames(history: History): Ban[] {
  return history.accepted('game-stops.stop').map((stop) => {
    const { game } = stop.input as { game: string | null }
    const untilMs = nextChange(history, stop, (told) => told.call === 'game-stops.lift')
    return { who: null, game, fromMs: stop.answeredMs, untilMs, words: 'the game was stopped' }
  })
}
