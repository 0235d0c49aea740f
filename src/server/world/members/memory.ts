import type { KeyObject } from 'node:crypto'
import type { SumNode } from '#core/fairness/liabilities/sum-tree'
import type { Tree } from '#core/fairness/merkle'
import type { NoteKey } from '#core/fairness/tlog/note'
import type { HouseNow } from '#contract/console/figures/house-now'
import type { RefusalCode } from '#contract/refusals'
import type { Entry } from '#core/fairness/log'
import type { PublishedRules } from '#core/games/rules'
import type { Cents } from '#core/money/cents'

/** A node's caches. None of them is the only copy of anything. */
export type Memory = {
  /** By the hash of the rules document, so an entry is never out of date. */
  readonly publishedRules: Map<string, PublishedRules>
  /** The tree of the public log as this node left it; used only while the database's newest checkpoint has its root. */
  logTree: Tree | null
  /** Schedules that were proven to be in the signed log, by their number in it. */
  readonly schedules: Map<bigint, Entry>
  /** The operator's public keys as `node:crypto` needs them, by their hexadecimal form. */
  readonly publicKeys: Map<string, KeyObject>
  /** The operator's private key in the same form, with its name in notes; null until the first signature. */
  signingKey: { readonly secret: KeyObject; readonly key: NoteKey } | null
  /** By draw: the exposure that the console shows. */
  readonly exposure: Map<string, ExposureSums>
  /** By the hash of a token in hex: whose it is. Whether the session still holds is not known from this. */
  readonly callers: Map<string, RememberedCaller>
  /** By player: the comparison of a payment password that is still running. */
  readonly paymentChecks: Map<string, PaymentCheck>
  /** By the build of a proof of what is owed: the tree above its pieces. */
  readonly liabilityTops: Map<string, LiabilityTop>
  /** What the desk shows of the house, and when it was begun, by the monotonic clock; null until somebody asks. */
  houseNow: { readonly fromMs: number; readonly made: Promise<HouseNow> } | null
}

/** The first leaf of each piece, and the levels of the tree whose leaves are the pieces. */
export type LiabilityTop = { readonly firsts: readonly Buffer[]; readonly levels: readonly (readonly SumNode[])[] }

/** The sums over a draw's first `bets` bets. A draw's bets are numbered without gaps, so a new request only reads the later ones. */
export type ExposureSums = {
  readonly periodId: number
  readonly drawsAt: Date
  readonly payoutMost: Cents
  readonly plays: Map<string, ExposedPlay>
  bets: number
  stakes: bigint
  askedMs: number
  /** Concurrent requests take turns, so that no bet is added twice. */
  turn: Promise<void>
}

export type ExposedPlay = { stakes: bigint; readonly lines: Map<string, ExposedLine> }
export type ExposedLine = { bets: number; stakes: bigint; pays: bigint }

type RememberedCaller = {
  readonly playerId: string
  readonly sessionId: string
  readonly confirmedAtMs: number
  readonly untilMs: number
}

type PaymentCheck = {
  readonly password: string | undefined
  /** The refusal for a wrong password. */
  readonly wrong: RefusalCode
  /** The hash of the right password. */
  readonly outcome: Promise<string>
}
