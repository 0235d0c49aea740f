import type { Family } from '#core/games/catalogue'
import { type Bet, acceptedBet } from '#core/games/bets'
import { linePayout } from '#core/games/settle'
import {
  type Book,
  type ExposureRefusal,
  addToBook,
  openBook,
  payoutBound,
  payoutsOf,
  takeFromBook,
} from '#core/rules/exposure'
import type { Limits } from '#core/rules/stake-limits'
import type { Cents } from '#core/money/cents'
import type { App } from '../app.ts'

/**
 * What a draw could cost, kept up with every bet: bets are counted here before they are placed and taken out again when
 * they are refused, so that two that are too much together cannot both pass.
 */
export type Books = {
  /** Counts a slip in, or says why not and leaves everything as it was. */
  enter(slip: Entered): Promise<ExposureRefusal | null>
  /** Takes a slip out that was not accepted. */
  leave(slip: Entered): void
}

type Entered = { readonly owner: bigint; readonly key: string; readonly bets: readonly Bet[] }

/** How often to look for bets that other nodes took. Until then a node does not know them, so this is how far it can err. */
const lookMs = 500

/** How often the exact figure may be worked out; in between the bound decides, which refuses too much and never too little. */
const exactMs = 1_000

/** The most it can pay as last worked out, and what bets added since could pay at best. */
type Watched = { readonly book: Book; exact: { most: bigint; atMs: number } | null; since: bigint }

type State = {
  readonly app: App
  readonly periodId: number
  readonly family: Family
  readonly house: Watched
  readonly players: Map<bigint, Watched>
  /** Slips of this node. Copies of one may be on their way at once; only the last one to leave takes its name away. */
  readonly own: Map<string, number>
  /** Bets below this number are counted, whoever took them. */
  frontier: number
  /** How many bets are counted. */
  entered: number
  lookedMs: number
}

type Opened = { readonly periodId: number; readonly family: Family; readonly limits: Limits }

export async function openBooks(app: App, { periodId, family, limits }: Opened): Promise<Books> {
  const house = emptyBook(family)
  const fresh = { players: new Map<bigint, Watched>(), own: new Map<string, number>(), frontier: 0, entered: 0 }
  const state: State = { app, periodId, family, house, ...fresh, lookedMs: app.clock.steadyMs() }
  await look(state)
  return {
    enter: async (slip) => {
      if (app.clock.steadyMs() - state.lookedMs > lookMs) await look(state)
      return enter(state, slip, limits)
    },
    leave: (slip) => leave(state, slip),
  }
}

function enter(state: State, { owner, key, bets }: Entered, limits: Limits): ExposureRefusal | null {
  change(state, { owner, bets }, addToBook)
  const nowMs = state.app.clock.steadyMs()
  const refusal = paysMoreThan(bookOf(state, owner), limits.maxPlayerPayout, nowMs)
    ? 'player_payout_too_large'
    : paysMoreThan(state.house, limits.maxHouseExposure, nowMs)
      ? 'house_exposure_too_large'
      : null
  if (refusal) {
    change(state, { owner, bets }, takeFromBook)
    return refusal
  }
  const name = `${owner} ${key}`
  state.own.set(name, (state.own.get(name) ?? 0) + 1)
  state.entered += bets.length
  return null
}

function leave(state: State, { owner, key, bets }: Entered): void {
  const name = `${owner} ${key}`
  const left = (state.own.get(name) ?? 0) - 1
  if (left > 0) state.own.set(name, left)
  else state.own.delete(name)
  state.entered -= bets.length
  change(state, { owner, bets }, takeFromBook)
}

function change(state: State, { owner, bets }: Pick<Entered, 'owner' | 'bets'>, apply: typeof addToBook): void {
  for (const watched of [state.house, bookOf(state, owner)]) {
    for (const bet of bets) {
      apply(watched.book, bet)
      if (apply === addToBook) watched.since += linePayout(bet.stakePerLine, bet.oddsHundredths) * BigInt(bet.lines)
    }
  }
}

const emptyBook = (family: Family): Watched => ({ book: openBook(family), exact: null, since: 0n })

function bookOf({ players, family }: State, owner: bigint): Watched {
  const watched = players.get(owner) ?? emptyBook(family)
  players.set(owner, watched)
  return watched
}

/** Counts bets that other nodes took, or this one before it was started anew. */
async function look(state: State): Promise<void> {
  const { app, periodId, own } = state
  state.lookedMs = app.clock.steadyMs()
  const { bets } = await app.db.query
    .selectFrom('betting')
    .select('bets')
    .where('period_id', '=', periodId)
    .executeTakeFirstOrThrow()
  if (bets <= state.entered) return
  for (const { account_id: owner, key, ...row } of await betRows(app, periodId, state.frontier)) {
    state.frontier = Math.max(state.frontier, row.seq + 1)
    if (own.has(`${owner} ${key}`)) continue
    state.entered++
    change(state, { owner, bets: [acceptedBet(row)] }, addToBook)
  }
}

/** The bound answers nearly always. Where it is too high, what was worked out exactly counts, and all that came since. */
function paysMoreThan(watched: Watched, limit: Cents, nowMs: number): boolean {
  if (payoutBound(watched.book) <= limit) return false
  const { exact, since } = watched
  if (exact && exact.most + since <= limit) return false
  if (exact && nowMs - exact.atMs < exactMs) return true
  const { most } = payoutsOf(watched.book)
  watched.exact = { most, atMs: nowMs }
  watched.since = 0n
  return most > limit
}

function betRows({ db }: App, periodId: number, from: number) {
  return db.query
    .selectFrom('bet')
    .select(['seq', 'account_id', 'key', 'play', 'selection', 'stake', 'odds'])
    .where('period_id', '=', periodId)
    .where('seq', '>=', from)
    .orderBy('seq')
    .execute()
}
