import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { familyOrder, games } from '#core/games/catalogue'
import { zeroCents } from '#core/money/cents'
import { periodAt } from '#core/periods/schedule'
import type { GameDraws } from '../../queries/draws.ts'
import { nextToClose, orderAt } from './next-draw.ts'

const noonMs = Date.UTC(2026, 10, 17, 4, 0, 10)

function drawsAt(nowMs: number): GameDraws[] {
  return games.map(({ code }) => {
    const { drawId, issue, opensAtMs: opensAt, closesAtMs: closesAt, drawsAtMs: drawsAt } = periodAt(code, nowMs)
    const stakes = { minStake: zeroCents, maxStakes: [] }
    const common = { drawId, issue, opensAt, closesAt, drawsAt, round: 1, commit: '', rules: '', stakes }
    const period = { ...common, status: 'scheduled' as const, isDelayed: false }
    return { game: code, period, last: null, ended: null, gameStop: null }
  })
}

test('the next draw is the one whose betting closes first among those that take bets', () => {
  const items = drawsAt(noonMs)
  const open = items.filter(({ period }) => period!.opensAt <= noonMs && period!.closesAt > noonMs)
  const first = Math.min(...open.map(({ period }) => period!.closesAt))
  const next = nextToClose(items, noonMs)
  expect(items.find(({ game }) => game === next)!.period!.closesAt).toBe(first)
  const stopped = items.map((item) =>
    item.game === next ? { ...item, gameStop: { why: 'incident' as const, since: 1 } } : item,
  )
  expect(nextToClose(stopped, noonMs)).not.toBe(next)
  expect(nextToClose([], noonMs)).toBe('')
})

test('within a family the game that closes first stands first, and families do not mix', () => {
  const familyOf = (code: string) => games.find((game) => game.code === code)!.family
  for (let nowMs = noonMs; nowMs < noonMs + 3_600_000; nowMs += 7_000) {
    const order = orderAt(nowMs)
    const families = order.map(familyOf)
    expect([...new Set(families)]).toEqual(familyOrder)
    expect(families).toEqual([...families].sort((a, b) => a.localeCompare(b)))
  }
  // The racing draws every 75 s, so most of the time its betting closes first.
  expect(orderAt(Date.UTC(2026, 10, 17, 4, 0, 10)).indexOf('speed_racing')).toBe(2)
})

test('what runs before the first paint puts the games in the same order', () => {
  const script = readFileSync(new URL('../../start.js', import.meta.url), 'utf8')
  const [, body] = /\/\/ order:begin\n([\s\S]*?)\/\/ order:end/.exec(script)!
  const table = games.map(({ code, family, firstDrawSec, intervalSec, drawsPerDay, closeBeforeSec }) => [
    code,
    familyOrder.indexOf(family),
    firstDrawSec,
    intervalSec,
    drawsPerDay,
    closeBeforeSec,
  ])
  for (let nowMs = noonMs; nowMs < noonMs + 86_400_000; nowMs += 61_000) {
    const set = new Map<string, number>()
    const document = { documentElement: { style: { setProperty: (name: string, at: number) => set.set(name, at) } } }
    runInNewContext(body!, { files: { games: table }, document, Date: { now: () => nowMs } })
    const order = [...set].sort((a, b) => a[1] - b[1]).map(([name]) => name.slice(5))
    expect(order, new Date(nowMs).toISOString()).toEqual(orderAt(nowMs))
  }
})
