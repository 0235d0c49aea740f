import type { Family } from '#core/games/catalogue'
import { acceptedBet, stakeOf } from '#core/games/bets'
import { linePayout } from '#core/games/settle'
import { type Book, addToBook, openBook, payoutBound, takeFromBook } from '#core/rules/exposure'
import type { Limits } from '#core/rules/stake-limits'
import { type Cents, sumCents } from '#core/money/cents'
import type { AppWithoutBetting } from '../../../world/app.ts'
import type { BookRefusal, Books, Entered } from '../../../world/members/betting.ts'
import { Refusal } from '../../../world/refusal.ts'
import { mostOf } from '../payouts-thread.ts'

/** How often to read bets that other nodes accepted. Exposure may exceed its limit by what they accept in between. */
const refreshMs = 500

/** Bets read per query, so that a node that starts in the middle of a large draw does not block on one long read. */
const rowsPerRead = 500

/**
 * How often the exact figure may be computed. In between the upper bound decides: it may refuse too much, never too
 * little.
 */
const exactMs = 1_000

/** A book with its exact maximum payout as last computed, and the most that bets added since then could pay. */
type TrackedBook = {
  readonly book: Book
  exact: { most: bigint; atMs: number } | null
  since: bigint
  /** The computation under way, shared by every request that needs the exact figure. */
  computing: Promise<void> | null
}

type State = {
  readonly app: AppWithoutBetting
  readonly periodId: number
  readonly family: Family
  readonly house: TrackedBook
  readonly players: Map<bigint, TrackedBook>
  /**
   * How many requests of this node carry each slip, and whether a refresh has passed its bets. Copies of one slip may be in flight at
   * once, so the slip stays listed until the last of them leaves.
   */
  readonly ownSlips: Map<string, { copies: number; isPassed: boolean }>
  /** Bets below this number are counted, whichever node accepted them. */
  frontier: number
  entered: number
  refreshedMs: number
  /** At most one refresh at a time: two would both count the bets they find. */
  refreshing: Promise<void> | null
}

type Opened = { readonly periodId: number; readonly family: Family; readonly limits: Limits }

export async function openBooks(app: AppWithoutBetting, { periodId, family, limits }: Opened): Promise<Books> {
  const house = emptyBook(family)
  const fresh = {
    players: new Map<bigint, TrackedBook>(),
    ownSlips: new Map<string, { copies: number; isPassed: boolean }>(),
    frontier: 0,
    entered: 0,
  }
  const state: State = { app, periodId, family, house, ...fresh, refreshedMs: app.clock.steadyMs(), refreshing: null }
  await refreshOnce(state)
  return {
    enter: async (slip) => {
      if (state.refreshing || app.clock.steadyMs() - state.refreshedMs > refreshMs) await refreshOnce(state)
      return enter(state, slip, limits)
    },
    leave: (slip, stored) => leave(state, slip, stored),
  }
}

function refreshOnce(state: State): Promise<void> {
  state.refreshing ??= refresh(state).finally(() => (state.refreshing = null))
  return state.refreshing
}

async function enter(state: State, slip: Entered, limits: Limits): Promise<BookRefusal | null> {
  const { owner, key, bets } = slip
  const name = `${owner} ${key}`
  change(state, { owner, bets }, addToBook)
  const refusal = await refusalOf(state, slip, limits).catch((error: unknown) => {
    change(state, { owner, bets }, takeFromBook)
    throw error
  })
  if (refusal) {
    change(state, { owner, bets }, takeFromBook)
    return refusal
  }
  const own = state.ownSlips.get(name) ?? { copies: 0, isPassed: false }
  state.ownSlips.set(name, { ...own, copies: own.copies + 1 })
  state.entered += bets.length
  return null
}

/**
 * Checks the bounds first, which cost nothing, then whether the player can pay for the slip, and only then the exact
 * payout.
 */
async function refusalOf(state: State, slip: Entered, limits: Limits): Promise<BookRefusal | null> {
  const player = bookOf(state, slip.owner)
  const [most, exposure] = [limits.maxPlayerPayout, limits.maxHouseExposure]
  if (isWithin(player, most) && isWithin(state.house, exposure)) return null
  if (!(await canPay(state.app, slip))) return 'insufficient_balance'
  if (await paysMoreThan(state, player, most)) return 'player_payout_too_large'
  return (await paysMoreThan(state, state.house, exposure)) ? 'house_exposure_too_large' : null
}

async function canPay({ db }: AppWithoutBetting, { payer, bets }: Entered): Promise<boolean> {
  const account = await db.query.selectFrom('account').select('balance').where('id', '=', payer).executeTakeFirst()
  return (account?.balance ?? 0n) >= sumCents(bets.map(stakeOf))
}

function leave(state: State, { owner, key, bets }: Entered, stored = bets): void {
  const name = `${owner} ${key}`
  const { copies, isPassed } = state.ownSlips.get(name)!
  if (copies > 1) state.ownSlips.set(name, { copies: copies - 1, isPassed })
  else state.ownSlips.delete(name)
  state.entered -= bets.length
  change(state, { owner, bets }, takeFromBook)
  if (copies > 1 || !isPassed) return
  // A slip was accepted under this key, by another node or before its answer was lost. No refresh counts its bets any more.
  state.entered += stored.length
  change(state, { owner, bets: stored }, addToBook)
}

function change(state: State, { owner, bets }: Pick<Entered, 'owner' | 'bets'>, apply: typeof addToBook): void {
  for (const tracked of [state.house, bookOf(state, owner)]) {
    apply(tracked.book, ...bets)
    if (apply !== addToBook) continue
    for (const bet of bets) tracked.since += linePayout(bet.stakePerLine, bet.oddsHundredths) * BigInt(bet.lines)
  }
}

const emptyBook = (family: Family): TrackedBook => ({ book: openBook(family), exact: null, since: 0n, computing: null })

function bookOf({ players, family }: State, owner: bigint): TrackedBook {
  const tracked = players.get(owner) ?? emptyBook(family)
  players.set(owner, tracked)
  return tracked
}

/** Counts bets that other nodes accepted, or that this node accepted before a restart. */
async function refresh(state: State): Promise<void> {
  const { app, periodId, ownSlips } = state
  state.refreshedMs = app.clock.steadyMs()
  const betting = await app.db.query
    .selectFrom('betting')
    .select('bets')
    .where('period_id', '=', periodId)
    .executeTakeFirst()
  // A database that lost its newest data may lack a period that this node already took bets for.
  if (!betting) throw new Refusal('busy', { seconds: '5' })
  if (betting.bets <= state.entered) return
  for (;;) {
    const rows = await betRows(app, periodId, state.frontier)
    for (const { account_id: owner, key, ...row } of rows) {
      state.frontier = Math.max(state.frontier, row.seq + 1)
      const own = ownSlips.get(`${owner} ${key}`)
      if (own) {
        own.isPassed = true
        continue
      }
      state.entered++
      change(state, { owner, bets: [acceptedBet(row)] }, addToBook)
    }
    if (rows.length < rowsPerRead) return
  }
}

/**
 * The bound is nearly always enough. Where it is too high, the last exact figure plus everything added since decides.
 */
function isWithin({ book, exact, since }: TrackedBook, limit: Cents): boolean {
  return payoutBound(book) <= limit || (exact !== null && exact.most + since <= limit)
}

async function paysMoreThan({ app }: State, tracked: TrackedBook, limit: Cents): Promise<boolean> {
  if (isWithin(tracked, limit)) return false
  const { exact } = tracked
  if (exact && app.clock.steadyMs() - exact.atMs < exactMs) return true
  tracked.computing ??= computeExact(app, tracked).finally(() => (tracked.computing = null))
  await tracked.computing
  return !isWithin(tracked, limit)
}

async function computeExact({ clock }: AppWithoutBetting, tracked: TrackedBook): Promise<void> {
  // Until the new figure is there only the bound counts: the old figure does not include bets added from here on.
  tracked.exact = null
  tracked.since = 0n
  const most = await mostOf(tracked.book)
  if (most !== null) tracked.exact = { most, atMs: clock.steadyMs() }
}

function betRows({ db }: AppWithoutBetting, periodId: number, from: number) {
  return db.query
    .selectFrom('bet')
    .select(['seq', 'account_id', 'key', 'play', 'selection', 'stake', 'odds'])
    .where('period_id', '=', periodId)
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(rowsPerRead)
    .execute()
}
