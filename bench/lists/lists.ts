import { ok } from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import type { Client } from 'pg'
import { type ListName, listNames, lists, looksMost } from '#contract/console/work/lists'
import { listCalls } from '#contract/console/work/list-calls'
import { rolesWith } from '#server/services/calls/capabilities'
import type { House } from '#server/testing/open-house'
import type { Visitor } from '#server/testing/person'
import type { Bench, Report } from '../figure.ts'
import { withFilledHouse } from '../filled/filled-house.ts'
import { fullLists } from '../filled/fillings.ts'
import { type Asked, everyFilter } from './every-filter.ts'
import { explainList } from './plans.ts'
import { measureSearch } from './search.ts'

const tries = 8
const mostMs = 300

/** The first page of every list, for every filter and every sort, with many rows that match and with few. */
export const listsBench: Bench = (report) =>
  withFilledHouse({ filling: fullLists, report }, async (house, owner) => {
    for (const name of listNames) {
      report.progress(name)
      await measure(house, { name, owner, ...report })
    }
    report.progress('search')
    await measureSearch(house, owner, report)
  })

type Measuring = { readonly name: ListName; readonly owner: Client } & Pick<Report, 'figure' | 'progress'>

async function measure(house: House, { name, owner, figure, progress }: Measuring): Promise<void> {
  const seeing = rolesWith(lists[name].can)
  const role = seeing.find((each) => rolesWith('reports.view').includes(each)) ?? seeing[0]!
  const viewer = await house.operator(role)
  const worst = { ms: 0, says: '' }
  let slowestBest = 0
  const asked = await everyFilter(owner, name, house.clock.nowMs())
  const whole = new Set<string>()
  let [rowsMost, processorMs] = [0, 0]
  for (const each of asked) {
    const { p95, best } = await timesOf(viewer, name, each)
    if (p95 > worst.ms) Object.assign(worst, { ms: p95, says: each.says })
    slowestBest = Math.max(slowestBest, best)
    const plans = await explainList(house.app.db.pool, { name, role, nowMs: house.clock.nowMs() }, each.input)
    for (const table of plans.whole) whole.add(`${table}: ${each.says}`)
    rowsMost = Math.max(rowsMost, plans.rowsMost)
    processorMs = Math.max(processorMs, plans.processorMs ?? 0)
    progress(`${name}, ${each.says}: ${best.toFixed(0)} ms at best, ${plans.rowsMost} rows: ${plans.scans.join(', ')}`)
  }
  const plural = `${asked.length} filters and sorts`
  figure({
    name: `${name}: ${plural}, slowest p95 (${worst.says})`,
    value: worst.ms,
    unit: 'ms',
    goal: { most: mostMs },
  })
  // What the list itself costs, where other programs on the machine make some requests wait.
  figure({ name: `${name}: the slowest of them at its best`, value: slowestBest, unit: 'ms' })
  figure({ name: `${name}: most processor time of the database`, value: processorMs, unit: 'ms' })
  figure({ name: `${name}: plans that read a whole table`, value: whole.size, unit: '', goal: { most: 0 } })
  figure({
    name: `${name}: rows that the largest scan read`,
    value: rowsMost,
    unit: '',
    // Where an index does not hold the id, rows with the same time are read together.
    goal: { most: looksMost * 1.05 },
  })
  for (const each of whole) progress(`${name} read all of ${each}`)
}

async function timesOf(viewer: Visitor, name: ListName, { input, says }: Asked) {
  const took: number[] = []
  for (let count = 0; count < tries; count++) {
    const startedMs = performance.now()
    const page = await viewer.call(listCalls[name].rows, input)
    took.push(performance.now() - startedMs)
    ok(page.items.length > 0 || says.includes('few') || page.isCut, `${name} shows nothing for ${says}`)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return { p95: sorted[Math.ceil(sorted.length * 0.95) - 1]!, best: sorted[0]! }
}
