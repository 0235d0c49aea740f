import type { Locale } from '#contract/locales'
import type { Texts } from '#contract/texts'
import { exportStatement, listStatement, summariseStatement } from '#contract/money/statement'
import { formatCents, storedCents } from '#core/money/cents'
import { pageFrom, readNumberPlace, rowsToRead } from '../../db/page.ts'
import { handleRead, handleSnapshot } from '../../services/calls/handle.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { cashSinceOpening } from '../../services/ledger/moved.ts'
import { type Movement, readStatement, shownMovement, statementPages } from '../../services/ledger/statement-page.ts'
import { texts } from '../../world/texts.ts'
import { awaitedDeposits } from '../deposits/undecided-deposits.ts'
import { playerById } from '../../services/people/find-player.ts'

export const listStatementHandler = handleRead(listStatement, async ({ input: { after, ...filter }, caller, db }) => {
  const reading = { order: 'desc', limit: rowsToRead, beyond: readNumberPlace(after) } as const
  const rows = await readStatement(db, { ...filter, playerId: caller.playerId }, reading)
  return pageFrom(rows, { place: ({ id }) => id, item: shownMovement })
})

export const summariseStatementHandler = handleSnapshot(summariseStatement, async ({ caller, db }) => {
  const { created_at: createdAt } = await playerById(db, caller.playerId)
  const { deposited, withdrawn } = await cashSinceOpening(db, caller.playerId)
  return {
    since: createdAt.getTime(),
    available: await balanceOf(db, `player:${caller.playerId}:available`),
    held: await balanceOf(db, `player:${caller.playerId}:held`),
    repeatOrders: await balanceOf(db, `player:${caller.playerId}:repeat_order`),
    deposited,
    awaited: await awaitedDeposits(db, caller.playerId),
    withdrawn,
    netDeposits: storedCents(deposited - withdrawn),
  }
})

const yearMs = 366 * 24 * 3_600_000

/** An answer is encoded in one turn of the event loop. With so many lines that takes some 10 ms, in which nobody else is answered. */
const rowsOfPart = 5_000

export const exportStatementHandler = handleSnapshot(exportStatement, async ({ input, caller, db, nowMs, refuse }) => {
  const { after, ...asked } = input
  const until = asked.until ?? nowMs + 1
  const from = asked.from ?? until - yearMs
  if (until - from > yearMs) return refuse('range_too_long')
  const filter = { ...asked, from, until, playerId: caller.playerId }
  const { language } = await playerById(db, caller.playerId)
  const words = texts[language as Locale].movement
  // The byte order mark makes spreadsheets read the names as UTF-8. Only the file begins with it, not each part.
  const lines = after === undefined ? ['\uFEFFtime,entry,kind,name,account,amount_usd,before_usd,after_usd'] : []
  const reading = { order: 'asc', most: rowsOfPart, beyond: readNumberPlace(after) } as const
  let rows = 0
  let lastId = ''
  for await (const page of statementPages(db, filter, reading)) {
    rows += page.length
    lastId = page.at(-1)?.id ?? lastId
    lines.push(...page.map((row) => lineOf(row, words)))
  }
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    name: `statement-${day(from)}-${day(until - 1)}.csv`,
    // Lines end as RFC 4180 says.
    csv: lines.map((line) => `${line}\r\n`).join(''),
    next: rows < rowsOfPart ? null : lastId,
  }
})

function lineOf(row: Movement, words: Texts['movement']): string {
  const { at, id, kind, account, amount, before, after } = row
  // The name is quoted, because it may contain a comma in some language; none begins like a formula.
  const named = [new Date(at).toISOString(), id, kind, `"${words[kind]}"`, account]
  return [...named, formatCents(amount), formatCents(before), formatCents(after)].join(',')
}
