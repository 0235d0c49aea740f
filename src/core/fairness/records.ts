import { isCells } from './bets.ts'
import { kinds } from './numbers.ts'
import {
  hexOf,
  isCount,
  isHash,
  isInstant,
  isText,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
  type ShapeOf,
} from './shape.ts'

const isScheduledDraw = objectOf({
  drawId: isText,
  opensAt: isInstant,
  closesAt: isInstant,
  drawsAt: isInstant,
  round: isCount,
  commit: isHash,
})

const isResult = objectOf({
  drawId: isText,
  round: isCount,
  signature: hexOf(48),
  randomness: isHash,
  seed: isHash,
  outcome: listOf(isCount),
})

/** Why a draw may end without a result. The list is closed: nobody may void a draw for a reason of their own. */
const voidReasons = ['late-close', 'beacon-unavailable', 'secret-lost'] as const

/** What the log says, by type of record. Money is in cents, as JSON integers. */
const bodies = {
  schedule: objectOf({
    game: isText,
    kind: oneOf(...kinds),
    rulesHash: isHash,
    beacon: objectOf({ id: isText, chainHash: isHash }),
    /** How many cells each of these draws is closed over; none may be left out, however late it is. */
    cells: isCount,
    draws: listOf(isScheduledDraw),
  }),
  /** The number, root and stakes of all bets follow from the cells: see `drawTotals`. */
  close: objectOf({
    drawId: isText,
    cells: isCells,
    bets: isCount,
    root: isHash,
    stakeTotal: isCount,
    secret: isHash,
  }),
  result: isResult,
  shadow: isResult,
  settle: objectOf({ drawId: isText, betsFileHash: isHash, paidTotal: isCount, winners: isCount }),
  void: objectOf({ drawId: isText, reason: oneOf(...voidReasons), refunds: isCount, refundTotal: isCount }),
  cancel: objectOf({ drawId: isText, reason: isText, refunds: isCount, refundTotal: isCount }),
  /** Nobody had bet and the house was not there to close: the draw did not take place. */
  skip: objectOf({ drawId: isText }),
  correction: objectOf({ drawId: isText, reason: isText, outcome: listOf(isCount), paidExtra: isCount }),
  key: objectOf({ publicKey: isHash }),
  /**
   * Where the chain of one of the operator's own books stood. Any name may come, so that later books need no new
   * verifier.
   */
  head: objectOf({ book: isText, number: isCount, hash: isHash }),
  /** What the house owed all players together at one instant, by where it stood in the ledger, and the root of the tree of sums. */
  liabilities: objectOf({
    number: isCount,
    instant: isInstant,
    root: isHash,
    total: isCount,
    leaves: isCount,
    available: isCount,
    held: isCount,
    repeatOrders: isCount,
    stakes: isCount,
    ledger: orNull(objectOf({ number: isCount, hash: isHash })),
  }),
  /** The log lost signed records and goes on under a new name: the last state seen under the old name, and what was lost. */
  restart: objectOf({ origin: isText, size: isCount, root: isHash, lost: isText }),
}

export type RecordType = keyof typeof bodies

/** The records that belong to one draw. */
export type DrawRecordType = Exclude<RecordType, 'schedule' | 'key' | 'head' | 'liabilities' | 'restart'>

export type Body<T extends RecordType> = ShapeOf<(typeof bodies)[T]>

export type ScheduledDraw = ShapeOf<typeof isScheduledDraw>

/** A record of the site's only log. Its number is its place in the log, from zero; nothing in it repeats that. */
export type LogRecord<T extends RecordType = RecordType> = T extends RecordType
  ? { readonly v: 2; readonly at: string; readonly type: T; readonly body: Body<T> }
  : never

/** What a record says, without when. */
export type RecordContent = { [T in RecordType]: { readonly type: T; readonly body: Body<T> } }[RecordType]

export const recordTypes = Object.keys(bodies) as RecordType[]

const isEnvelope = objectOf({
  v: oneOf(2),
  at: isInstant,
  type: oneOf(...recordTypes),
  body: (value: unknown): value is object => typeof value === 'object',
})

export const isLogRecord: Shape<LogRecord> = (value): value is LogRecord =>
  isEnvelope(value) && bodies[value.type](value.body)

/** The draws a record speaks of; others speak of none. */
export function drawIdsOf(record: RecordContent): readonly string[] {
  if (record.type === 'schedule') return record.body.draws.map((draw) => draw.drawId)
  return 'drawId' in record.body ? [record.body.drawId] : []
}

/** `game:YYYYMMDD:NNNN`; an id is never used again, not even that of a cancelled draw. */
export function parseDrawId(
  drawId: string,
): { readonly game: string; readonly day: string; readonly number: string } | null {
  const parts = /^([a-z0-9_]+):(\d{8}):(\d{4})$/.exec(drawId)
  return parts && { game: parts[1]!, day: parts[2]!, number: parts[3]! }
}
