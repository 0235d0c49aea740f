import type { Locale } from '#contract/locales'
import { exportStatement, listStatement, summariseStatement } from '#contract/money/statement'
import { formatCents, storedCents } from '#core/money/cents'
import { pageFrom, readNumberPlace, rowsToRead } from '../../db/page.ts'
import { handleRead, handleSnapshot } from '../../services/calls/handle.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { cashSinceOpening } from '../../services/ledger/moved.ts'
import { readStatement } from '../../services/ledger/statement-page.ts'
import { texts } from '../../world/texts.ts'
import { awaitedDeposits } from '../deposits/undecided-deposits.ts'
import { playerById } from '../../services/people/find-player.ts'

export const listStatementHandler = handleRead(listStatement, async ({ input: { after, ...filter }, caller, db }) => {
  const reading = { order: 'desc', limit: rowsToRead, beyond: readNumberPlace(after) } as const
  const rows = await readStatement(db, { ...filter, playerId: caller.playerId }, reading)
  return pageFrom(rows, { place: ({ id }) => id, item: (row) => row })
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

/** A bet a minute for a year makes half a million entries; a longer statement has to be exported in parts. */
const rowsMost = 200_000

export const exportStatementHandler = handleRead(exportStatement, async ({ input, caller, db, nowMs, refuse }) => {
  const until = input.until ?? nowMs + 1
  const from = input.from ?? until - yearMs
  if (until - from > yearMs) return refuse('range_too_long')
  const filter = { ...input, from, until, playerId: caller.playerId }
  const rows = await readStatement(db, filter, { order: 'asc', limit: rowsMost + 1, beyond: null })
  if (rows.length > rowsMost) return refuse('range_too_long')
  const { language } = await playerById(db, caller.playerId)
  const words = texts[language as Locale].movement
  const lines = rows.map(({ at, id, kind, account, amount, before, after }) =>
    [
      new Date(at).toISOString(),
      id,
      kind,
      // Quoted, because a name may contain a comma in some language; none begins like a formula.
      `"${words[kind]}"`,
      account,
      formatCents(amount),
      formatCents(before),
      formatCents(after),
    ].join(','),
  )
  const header = 'time,entry,kind,name,account,amount_usd,before_usd,after_usd'
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  // Lines end as RFC 4180 says; the byte order mark makes spreadsheets read the names as UTF-8.
  return {
    name: `statement-${day(from)}-${day(until - 1)}.csv`,
    csv: `\uFEFF${[header, ...lines].join('\r\n')}\r\n`,
  }
})
