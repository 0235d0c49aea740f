import { ok } from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import type { Client } from 'pg'
import { findAnything, foundKinds, foundMost } from '#contract/console/people/search'
import { readByIndexes } from '#server/db/read-by-indexes'
import { finders } from '#server/features/search/find-anything'
import type { House } from '#server/testing/open-house'
import type { Report } from '../figure.ts'
import { explain } from './plans.ts'

const tries = 8

/** The search by everything that it finds by, with texts that begin many values and texts that are one. */
export async function measureSearch(
  house: House,
  owner: Client,
  { figure, progress }: Pick<Report, 'figure' | 'progress'>,
): Promise<void> {
  const viewer = await house.operator('finance')
  const { app } = house
  const worst = { ms: 0, says: '' }
  let [rowsMost, processorMs, whole] = [0, 0, 0]
  for (const { says, text } of await textsOf(owner)) {
    const took: number[] = []
    for (let count = 0; count < tries; count++) {
      const startedMs = performance.now()
      const { items } = await viewer.call(findAnything, { text })
      took.push(performance.now() - startedMs)
      ok(items.length > 0 || says.includes('nothing'), `the search finds nothing by ${says}`)
    }
    const slowest = Math.max(...took)
    if (slowest > worst.ms) Object.assign(worst, { ms: slowest, says })
    const plans = await explain(app.db.pool, async (tx) => {
      await readByIndexes(tx)
      for (const kind of foundKinds) await finders[kind]({ tx, text, config: app.config, may: () => true })
    })
    rowsMost = Math.max(rowsMost, plans.rowsMost)
    processorMs = Math.max(processorMs, plans.processorMs ?? 0)
    whole += plans.whole.length
    progress(`${says}: ${Math.min(...took).toFixed(0)} ms at best, ${plans.rowsMost} rows: ${plans.scans.join(', ')}`)
  }
  figure({ name: `search: slowest (${worst.says})`, value: worst.ms, unit: 'ms', goal: { most: 300 } })
  figure({ name: 'search: most processor time of the database', value: processorMs, unit: 'ms' })
  figure({ name: 'search: plans that read a whole table', value: whole, unit: '', goal: { most: 0 } })
  figure({
    name: 'search: rows that the largest scan read',
    value: rowsMost,
    unit: '',
    // Rows of the same beginning are read until enough are found, and a few beyond.
    goal: { most: 10 * foundMost },
  })
}

type Text = { readonly says: string; readonly text: string }

async function textsOf(owner: Client): Promise<Text[]> {
  const { rows } = await owner.query<Record<string, string>>(`
    select (select id::text from deposit limit 1) as request,
      (select address from wallet where address is not null limit 1) as wallet,
      (select card_end from wallet where card_end is not null limit 1) as card,
      (select draw_id || ':0' from betting join period on id = period_id where betting.bets > 0 limit 1) as bet`)
  const { request, wallet, card, bet } = rows[0]!
  return [
    { says: 'an account that many begin with', text: 'listed1' },
    { says: 'one account', text: 'listed77' },
    { says: 'a text that nothing begins with', text: 'zzzz' },
    { says: 'a nickname that many begin with', text: 'nick' },
    { says: 'a legal name that many begin with', text: 'Name 1' },
    { says: 'an e-mail address', text: 'listed77@players.example' },
    { says: 'the end of a phone number', text: '1077' },
    { says: 'the beginning of phone numbers', text: '+8490' },
    { says: 'the end of cards', text: card! },
    { says: 'a network address of many log-ins', text: '10.0.0.7' },
    { says: 'the beginning of payment references', text: 'paid' },
    { says: 'one payment reference', text: 'listed77' },
    { says: 'a document number of nothing', text: 'X1234567' },
    { says: 'the id of a request', text: request! },
    { says: 'a wallet', text: wallet! },
    { says: 'a bet', text: bet! },
  ]
}
