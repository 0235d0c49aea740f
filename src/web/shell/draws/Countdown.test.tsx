import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadFirstLanguage } from '../../i18n/index.ts'
import { Countdown } from './Countdown.tsx'
import type { Timed } from './standing.ts'

/** What a countdown says; where a page is drawn without a browser, the clock shows 0. */
const said = (period: Timed) => renderToStaticMarkup(<Countdown period={period} />).replace(/<[^>]*>/g, '')

test('a countdown says how long bets are taken, then that they no longer are and when the draw is, then that it is drawn', async () => {
  await loadFirstLanguage('en', false)
  const period = { opensAt: 60_000, closesAt: 120_000, drawsAt: 135_000, status: 'scheduled' as const }
  const at = (nowMs: number): Timed => ({
    ...period,
    opensAt: period.opensAt - nowMs,
    closesAt: period.closesAt - nowMs,
    drawsAt: period.drawsAt - nowMs,
  })
  expect([0, 90_000, 120_000, 135_000].map((nowMs) => said(at(nowMs)))).toEqual([
    'Opens in01:00',
    '00:30',
    'Closed · draw00:15',
    'Drawing…',
  ])
})
