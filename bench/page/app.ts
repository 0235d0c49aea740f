import { canonicalHash } from '#core/fairness/canonical'
import { readPlay } from '#core/games/bets'
import { games } from '#core/games/catalogue'
import { rulesDocument } from '#core/games/rules'
import { settle } from '#core/games/settle'
import { parseCents } from '#core/money/cents'
import { defaultLimits } from '#core/rules/stake-limits'
import type { Own, Shown } from './verifier.ts'

/** Stands for the app's game screens, which include all of this with or without a verifier. */
const screens = { canonicalHash, readPlay, settle, rules: games.map((game) => rulesDocument(game, defaultLimits)) }

/** The input from the benchmark. JSON has no bigint, so the amount paid is text. */
type Draw = { shown: Shown; own: Omit<Own, 'paidToMe'>; paid: string }

async function checkDraw({ shown, own, paid }: Draw) {
  const { check } = await import('./verifier.ts')
  const mine = { ...own, paidToMe: parseCents(paid) }
  const startedMs = performance.now()
  const first = await check(shown, mine)
  const firstMs = performance.now() - startedMs
  const again = await check(shown, mine)
  if (first.verdict !== 'pass' || again.steps.some(({ status }) => status !== 'pass'))
    throw new Error(JSON.stringify(again))
  return { firstMs, laterMs: performance.now() - startedMs - firstMs }
}

Object.assign(globalThis, { screens, checkDraw })
