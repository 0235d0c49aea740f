import { openBatches } from '#server/features/bets/placing/batches'
import { placeBatch } from '#server/features/bets/placing/place-batch'
import { auditLedger } from '#server/services/ledger/audit'
import { benchDraw, openBetHouse, someSlip } from './bet-house.ts'
import { atPace } from './betting/at-pace.ts'
import { openCopies } from './betting/copies.ts'
import { fullTable } from './betting/full-table.ts'
import { limits } from './betting/limits.ts'
import { receipts } from './betting/receipt-cost.ts'
import { type Bench, median } from './figure.ts'
import { inTurns } from './measuring/in-turns.ts'
import { perSecond, preparePlain, slowShare, syncP99, tpcb } from './plain.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 3)

/** Durable bets a second through the batching queue, beside other work of the same server in the same run. */
export const bets: Bench = async (report) => {
  const { figure, progress } = report
  const house = await openBetHouse({ players: 10_000 })
  const [first, second, copiedTo, filled] = house.periodIds
  house.periodIds = [first!, second!]
  await preparePlain(house.owner)
  const { app } = house
  const batches = openBatches(app)
  const place = (player?: number) => async (at: number) => {
    const { outcome } = await batches.place(someSlip(house, at, player), benchDraw)
    if (outcome !== 'accepted') throw new Error(`a bet was refused: ${outcome}`)
  }
  const waiting = (clients: number, player?: number) => () => perSecond({ clients, seconds }, place(player))
  const copies = await openCopies(house, copiedTo!)
  const ways = {
    'TPC-B-like, 32 clients': () => perSecond({ clients: 32, seconds }, () => tpcb(app.db)),
    'bets, 32 waiting': waiting(32),
    'bets, 256 waiting': waiting(256),
    'bets, 1,024 waiting': waiting(1_024),
    'bets, one a transaction': () =>
      perSecond({ clients: 32, seconds }, (at) => placeBatch(app, [someSlip(house, at)])),
    'one COPY of the same rows, 512 a transaction': () => copies.perSecond({ seconds, connections: 1 }),
    'two such COPY at once': () => copies.perSecond({ seconds, connections: 2 }),
    'bets, 512 waiting': waiting(512),
    'bets of one hot player, 512 waiting': waiting(512, 0),
  } as const
  const seen = await inTurns(ways, { rounds: 3, progress })
  const compare = (name: keyof typeof ways, other: keyof typeof ways, least?: number) => {
    const against = { name: other, value: median(seen[other]) }
    figure({ name, value: median(seen[name]), unit: '1/s', against, ...(least && { goal: { least } }) })
  }
  compare('bets, 256 waiting', 'TPC-B-like, 32 clients', 11)
  compare('bets, 32 waiting', 'TPC-B-like, 32 clients')
  compare('bets, 1,024 waiting', 'TPC-B-like, 32 clients', 10)
  compare('bets, one a transaction', 'TPC-B-like, 32 clients')
  compare('bets, 512 waiting', 'one COPY of the same rows, 512 a transaction', 0.95)
  compare('two such COPY at once', 'one COPY of the same rows, 512 a transaction')
  compare('bets of one hot player, 512 waiting', 'bets, 512 waiting', 0.95)
  await atPace({ app, seconds, place: place() }, report)
  progress('the disk alone')
  figure({ name: 'p99 of the disk alone, for whoever comes', value: await syncP99(4 * seconds), unit: 'ms' })
  progress('the processor alone')
  figure({ name: 'time in which the processor is three times slower', value: 100 * slowShare(4 * seconds), unit: '%' })
  receipts(app, report)
  await fullTable({ house, filled: filled!, copies, seconds }, report)
  await copies.close()
  progress('audit')
  const problems = (await auditLedger(app.db.longRunning)).filter((each) => !isOfCopies(each))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  // After the audit: these draws end without records in the public log.
  await limits({ house, place }, report)
  await house.close()
}

/** Whether an audit finding is about rows that this benchmark wrote by COPY, past the functions that keep the ledger. */
const isOfCopies = (problem: string) => /house:copied|:0003 /.test(problem)
