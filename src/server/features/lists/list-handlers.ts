import { type ListName, lists } from '#contract/console/work/lists'
import { listCalls } from '#contract/console/work/list-calls'
import { formatCents, storedCents } from '#core/money/cents'
import { readByIndexes } from '../../db/read-by-indexes.ts'
import { type Context, handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { asCsv, csvLines } from '../reports/csv.ts'
import { type Asked, readAsked } from './asked.ts'
import { betReader } from './read-bets.ts'
import { tableReader } from './read-table.ts'
import type { Reader } from './source.ts'
import { depositSource, withdrawalSource } from './sources/money.ts'
import { certificationSource, playerSource } from './sources/people.ts'
import { actionSource, conversationSource } from './sources/records.ts'

/** How each list is read. */
export const listReaders: Readonly<Record<ListName, Reader>> = {
  deposits: tableReader(depositSource),
  withdrawals: tableReader(withdrawalSource),
  certifications: tableReader(certificationSource),
  conversations: tableReader(conversationSource),
  players: tableReader(playerSource),
  bets: betReader,
  actions: tableReader(actionSource),
}

const rowsOfPage = 50
/** A file is saved part by part, so that no answer keeps the thread or the memory of a node. */
const rowsOfPart = 1_000

type Calls = (typeof listCalls)[ListName]
type Looking = Context<Calls['rows'] | Calls['save'], void>

/** The two handlers of a list: a page of it, and a part of the file with the same rows. */
function handlersOf(name: ListName) {
  return {
    rows: handle(listCalls[name].rows, async (context) => {
      const asked = await prepare(context, name)
      const { lines, next, isCut, totals } = await listReaders[name](context.tx, asked, rowsOfPage)
      await recordLook(context, name, { asked, after: { shown: shownOf(name, lines) } })
      return {
        columns: [...asked.columns],
        items: lines.map(({ id, cells }) => ({ id, cells: { ...cells } })),
        next,
        isCut,
        totals: totals && {
          ...totals,
          sums: Object.fromEntries(
            Object.entries(totals.sums).map(([key, sum]) => [key, formatCents(storedCents(sum))]),
          ),
        },
      }
    }),
    save: handle(listCalls[name].save, async (context) => {
      const asked = await prepare(context, name)
      const { lines, next } = await listReaders[name](context.tx, asked, rowsOfPart)
      await recordLook(context, name, { asked, after: { exported: lines.length } })
      const rows = lines.map(({ cells }) => asked.columns.map((column) => cells[column] ?? ''))
      const isFirst = asked.after === undefined
      return { csv: isFirst ? asCsv([asked.columns, ...rows]) : csvLines(rows), rows: lines.length, next }
    }),
  }
}

async function prepare({ tx, caller, nowMs, input }: Looking, name: ListName): Promise<Asked> {
  await readByIndexes(tx)
  return readAsked({ db: tx, role: caller.role, nowMs }, name, input)
}

/** Of players it is recorded who was shown, as a search for them is. */
function shownOf(name: ListName, lines: readonly { id: string }[]): number | string[] {
  return name === 'players' ? lines.map(({ id }) => id) : lines.length
}

type Look = { readonly asked: Asked; readonly after: Readonly<Record<string, unknown>> }

/** Records the look, under the player where the list is one player’s. Names were turned into ids, so none is kept. */
async function recordLook(context: Looking, name: ListName, { asked, after }: Look): Promise<void> {
  const player = asked.filters.get('account')
  const filters = [...asked.filters].map(([filter, given]) => [
    filter,
    typeof given === 'string' ? given : rangeText(given),
  ])
  await recordAction(context, lists[name].can, {
    subject: player === undefined ? `list:${name}` : `player:${player as string}`,
    after: { list: name, ...(filters.length > 0 && { filters: Object.fromEntries(filters) }), ...after },
  })
}

function rangeText({ from, until }: { from: bigint | Date | undefined; until: bigint | Date | undefined }): string {
  const text = (end: bigint | Date | undefined) =>
    end === undefined ? '' : end instanceof Date ? end.toISOString() : formatCents(storedCents(end))
  return `${text(from)}…${text(until)}`
}

export const depositListHandlers = handlersOf('deposits')
export const withdrawalListHandlers = handlersOf('withdrawals')
export const certificationListHandlers = handlersOf('certifications')
export const conversationListHandlers = handlersOf('conversations')
export const playerListHandlers = handlersOf('players')
export const betListHandlers = handlersOf('bets')
export const actionListHandlers = handlersOf('actions')
