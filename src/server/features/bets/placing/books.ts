import type { Family } from '#core/games/catalogue'
import { acceptedBet, stakeOf } from '#core/games/bets'
import { linePayout } from '#core/games/settle'
import { type Book, addToBook, openBook, payoutBound, takeFromBook } from '#core/rules/exposure'
import type { Limits } from '#core/rules/stake-limits'
import { type Cents, sumCents } from '#core/money/cents'
import type { AppWithoutBetting } from '../../../world/app.ts'
import type { BookRefusal, Books, Entered } from '../../../world/members/betting.ts'
import { mostOf } from '../payouts-thread.ts'

/** How often to look for bets that other nodes took. Until then a node does not know them, so this is how far it can err. */
const lookMs = 500

/** Bets read in one go: a node that starts in the middle of a large draw does not stand still for it. */
const readAtOnce = 500

/** How often the exact figure may be worked out; in between the bound decides, which refuses too much and never too little. */
const exactMs = 1_000

/** The most it can pay as last worked out, and what bets added since could pay at best. */
type Watched = {
  readonly book: Book
  exact: { most: bigint; atMs: number } | null
  since: bigint
  /** While the exact figure is worked out, which is done once for all who wait for it. */
  working: Promise<void> | null
}

type State = {
  readonly app: AppWithoutBetting
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
  /** One look at a time: two would both count what they find. */
  looking: Promise<void> | null
}

type Opened = { readonly periodId: number; readonly family: Family; readonly limits: Limits }

export async function openBooks(app: AppWithoutBetting, { periodId, family, limits }: Opened): Promise<Books> {
  const house = emptyBook(family)
  const fresh = { players: new Map<bigint, Watched>(), own: new Map<string, number>(), frontier: 0, entered: 0 }
  const state: State = { app, periodId, family, house, ...fresh, lookedMs: app.clock.steadyMs(), looking: null }
  await lookOnce(state)
  return {
    enter: async (slip) => {
      if (state.looking || app.clock.steadyMs() - state.lookedMs > lookMs) await lookOnce(state)
      return enter(state, slip, limits)
    },
    leave: (slip) => leave(state, slip),
  }
}

function lookOnce(state: State): Promise<void> {
  state.looking ??= look(state).finally(() => (state.looking = null))
  return state.looking
}

async function enter(state: State, slip: Entered, limits: Limits): Promise<BookRefusal | null> {
  const { owner, key, bets } = slip
  change(state, { owner, bets }, addToBook)
  const refusal = await refusalOf(state, slip, limits).catch((error: unknown) => {
    change(state, { owner, bets }, takeFromBook)
    throw error
  })
  if (refusal) {
    change(state, { owner, bets }, takeFromBook)
    return refusal
  }
  const name = `${owner} ${key}`
  state.own.set(name, (state.own.get(name) ?? 0) + 1)
  state.entered += bets.length
  return null
}

/** The bounds first, which cost nothing; then whether the slip can be paid at all; and only then what it could pay exactly. */
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
    apply(watched.book, ...bets)
    if (apply !== addToBook) continue
    for (const bet of bets) watched.since += linePayout(bet.stakePerLine, bet.oddsHundredths) * BigInt(bet.lines)
  }
}

const emptyBook = (family: Family): Watched => ({ book: openBook(family), exact: null, since: 0n, working: null })

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
  for (;;) {
    const rows = await betRows(app, periodId, state.frontier)
    for (const { account_id: owner, key, ...row } of rows) {
      state.frontier = Math.max(state.frontier, row.seq + 1)
      if (own.has(`${owner} ${key}`)) continue
      state.entered++
      change(state, { owner, bets: [acceptedBet(row)] }, addToBook)
    }
    if (rows.length < readAtOnce) return
  }
}

/** The bound answers nearly always. Where it is too high, what was worked out exactly counts, and all that came since. */
function isWithin({ book, exact, since }: Watched, limit: Cents): boolean {
  return payoutBound(book) <= limit || (exact !== null && exact.most + since <= limit)
}

async function paysMoreThan({ app }: State, watched: Watched, limit: Cents): Promise<boolean> {
  if (isWithin(watched, limit)) return false
  const { exact } = watched
  if (exact && app.clock.steadyMs() - exact.atMs < exactMs) return true
  watched.working ??= workOut(app, watched).finally(() => (watched.working = null))
  await watched.working
  return !isWithin(watched, limit)
}

async function workOut({ clock }: AppWithoutBetting, watched: Watched): Promise<void> {
  // Until the new figure is there the bound alone counts: the old one no longer knows what came since.
  watched.exact = null
  watched.since = 0n
  const most = await mostOf(watched.book)
  if (most !== null) watched.exact = { most, atMs: clock.steadyMs() }
}

function betRows({ db }: AppWithoutBetting, periodId: number, from: number) {
  return db.query
    .selectFrom('bet')
    .select(['seq', 'account_id', 'key', 'play', 'selection', 'stake', 'odds'])
    .where('period_id', '=', periodId)
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(readAtOnce)
    .execute()
}
