import { openDatabase } from '#server/db/database'
import { sealLedger } from '#server/services/ledger/seal'
import { fillLists } from '#server/testing/lists/fill'
import { openLog } from '#server/world/log'
import { loadInBulk, prepareToLoad } from './bulk-load.ts'
import type { Filling } from './filled-house.ts'
import { generate } from '../reports/generate.ts'

/** `BENCH_BETS=10000000` for the long run. */
export const bets = Number(process.env.BENCH_BETS ?? 1_000_000)
/** So many rows has each of the console's other lists. */
const rows = Math.max(1_000, Math.floor(bets / 5))
const size = { bets, players: Math.min(50_000, bets / 20), days: 30 }

const here = (path: string) => new URL(path, import.meta.url)

/** A month of all games with its bets and its ledger, sealed as every house seals it. */
export const monthOfBets: Filling = {
  name: `month_${bets}`,
  files: ['bulk-load.ts', 'fillings.ts', '../bet-house.ts', '../reports/generate.ts', '../reports/sold.ts'].map(here),
  fill: async (owner, { url, nowMs, progress, connect }) => {
    progress(`${bets} bets are generated`)
    const beside = await connect()
    await loadInBulk(owner, ['bet', 'entry', 'player', 'certification', 'deposit', 'withdrawal'], async () => {
      await prepareToLoad(beside)
      await generate(owner, { size, more: [beside], progress })
      await beside.end()
      progress('indexes')
    })
    // The watch over the ledger reads all that is not sealed.
    progress('the ledger is sealed')
    const db = openDatabase({ url, log: openLog('silent'), size: 2 })
    while ((await sealLedger({ db, clock: { nowMs: () => nowMs, steadyMs: () => nowMs } })) > 0);
    await db.close()
  },
}

/** The same with many rows in each of the console's other lists. */
export const fullLists: Filling = {
  name: `lists_${bets}`,
  from: monthOfBets,
  files: [here('../../src/server/testing/lists/fill.ts')],
  fill: async (owner, { nowMs, progress }) => {
    progress(`${rows} rows of each other list`)
    const listed = [
      'player',
      'certification',
      'wallet',
      'session',
      'deposit',
      'withdrawal',
      'conversation',
      'operator_action',
    ]
    await loadInBulk(owner, listed, async () => {
      await fillLists(owner, { rows, atMs: nowMs })
      progress('indexes')
    })
  },
}
