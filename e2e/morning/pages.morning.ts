import { mkdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { OperatorRole } from '#contract/ops'
import { periodNow } from '#server/testing/draws/betting'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import sharp from 'sharp'
import { desktop, enterConsole, forgiveLoggedOut } from '../console/desk.ts'
import { test as base, expect, lent } from '../journey.ts'
import { leaveWork } from './last-shift.ts'
import { type Planted, plant } from './plant.ts'

const test = base.extend<{ house: Awaited<ReturnType<typeof openDrawHouse>> }>({ house: lent(() => openDrawHouse()) })
test.use({ ...desktop, viewport: { width: 1440, height: 900 } })

const folder = process.env.MORNING_PICTURES

/** Every page of the console, under somebody who sees most of it; `…/` stands for the first case of a queue. */
async function placesIn({ ring, askers, code, house }: Planted): Promise<[OperatorRole, string[]][]> {
  const { drawId } = await periodNow(ring[0]!, 'speed_racing')
  const file = `/players/${ring[0]!.id}`
  const parts = ['life', 'papers', 'linked', 'requests', 'statement', 'bets', 'sessions']
  const { id } = await house.app.db.query.selectFrom('signal_case').select('id').executeTakeFirstOrThrow()
  return [
    ['reviewer', ['/', '/certifications', '/certifications…', '/certifications/all', `${file}/wallets`, '/own']],
    [
      'support',
      ['/', '/service', '/service…', '/service/all', '/answers', '/mails', `/players/${askers[2]!.id}/conversation`],
    ],
    [
      'finance',
      [
        '/',
        '/deposits',
        '/deposits…',
        '/deposits/all',
        '/withdrawals',
        '/withdrawals…',
        '/withdrawals/all',
        '/receiving',
        '/settings',
        '/bets',
        '/reports',
      ],
    ],
    [
      'risk',
      [
        '/',
        '/signals',
        `/signals/${id}`,
        '/signals/rules',
        '/players',
        '/players/all',
        file,
        ...parts.map((part) => `${file}/${part}`),
      ],
    ],
    ['risk', ['/games', '/games/speed_racing', `/games/${drawId}`]],
    [
      'admin',
      [
        '/',
        '/proposals',
        '/invitations',
        `/invitations/${code}`,
        '/operators',
        '/announcements',
        '/texts',
        '/countries',
      ],
    ],
    ['auditor', ['/', '/audit', '/audit/all', '/witnesses', `${file}/actions`]],
  ]
}

test('every page fits a tablet and a desk, in both themes and three languages', async ({ page, house, complaints }) => {
  // Four hundred pictures of whole pages take their time.
  test.setTimeout(1_800_000)
  const planted = await plant(house)
  await leaveWork(planted)
  if (folder) await mkdir(folder, { recursive: true })
  for (const [role, places] of await placesIn(planted)) {
    await page.context().clearCookies()
    await enterConsole(page, house, { role })
    for (const place of places)
      await test.step(`${role} ${place}`, () => lookAt(page, { place, role, url: house.consoleUrl }))
  }
  forgiveLoggedOut(complaints)
})

type Place = { readonly place: string; readonly role: OperatorRole; readonly url: string }

/** The themes in which each language is kept, at a desk's width and at a tablet's. Between them every language is seen in both themes. */
const views = {
  en: { 1440: ['light', 'dark'], 1024: ['light', 'dark'] },
  vi: { 1440: ['dark'], 1024: ['light'] },
  'zh-CN': { 1440: ['light'], 1024: ['dark'] },
} as const

/** The page in each of the console's languages, at both widths. */
async function lookAt(page: Page, { place, role, url }: Place): Promise<void> {
  for (const [locale, widths] of Object.entries(views)) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${url}${place.replace('…', '')}?lang=${locale}`)
    await rested(page)
    if (place.endsWith('…')) {
      await page.locator('main ol li button').first().click()
      await rested(page)
    }
    for (const width of [1440, 1024] as const) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const name = `${role}${place
        .replace('…', '/first')
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'one')
        .replaceAll(/[/:]/g, '-')}`
      await keep(page, `${name}.${locale}.${width}`, widths[width])
    }
  }
}

/** Nothing more is fetched, or only the stream of what happens, which never ends. */
async function rested(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle', { timeout: 2_500 }).catch(() => undefined)
}

/** Keeps whole pages, for people to look at. */
async function keep(page: Page, name: string, themes: readonly string[]): Promise<void> {
  if (!folder) return
  for (const theme of themes) {
    await page.evaluate((each) => document.documentElement.classList.toggle('dark', each === 'dark'), theme)
    const shot = sharp(await page.screenshot({ fullPage: true })).png({ palette: true, colours: 128 })
    await shot.toFile(`${folder}/${name}.${theme}.png`)
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}
