import { readFile } from 'node:fs/promises'
import { type Server, createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { locales } from '#contract/locales'
import { type House, expect, expectAccessible, picture, signInAs, test, wordsOf } from './journey.ts'

test.use({ serviceWorkers: 'allow' })

/** What is in the browser's caches, by cache. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const kept = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const
    })
    return Object.fromEntries(await Promise.all(kept))
  })

/** A first visit is over when the worker keeps the shell and the language that is spoken. */
async function expectKept(page: Page): Promise<void> {
  await expect
    .poll(async () => Object.values(await cached(page)).flat())
    .toEqual(expect.arrayContaining(['/index.html', expect.stringMatching(/^\/assets\/vi-/)]))
}

test('without a connection the app still opens and says so, and nothing personal was kept', async ({
  page,
  house,
  complaints,
}) => {
  const { account, common, play, page: words } = await wordsOf('vi')
  const an = await house.player({ balance: '10.00' })
  await signInAs(page, house, an)
  await page.goto(house.playerUrl)
  await expectKept(page)
  await page.goto(`${house.playerUrl}/my/my`)
  await expect(page.getByText(`${account!.account!} ${an.account}`, { exact: true })).toBeVisible()
  await page.goto(`${house.playerUrl}/my/sessions`)
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const kept = Object.values(await cached(page)).flat()
  expect(
    kept.filter(
      (path) => !/^\/(assets\/[\w.-]+\.(js|css)|index\.html|(theme|preload)\.js|mark\.svg|games\/\w+\.svg)$/.test(path),
    ),
  ).toEqual([])

  await page.context().setOffline(true)
  await page.goto(house.playerUrl)
  await expect(page.getByText(common!.offline!)).toBeVisible()
  await expect(page.getByRole('navigation', { name: words!.tabs! })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'offline-home')
  await page.goto(`${house.playerUrl}/play/game`)
  await expect(page.getByText(words!.offlineText!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'offline-page')
  // A browser believes to be connected before anything gets through.
  let asked = 0
  await page.route('**/api/health', (route) => (asked++ === 0 ? route.abort() : route.continue()))
  await page.context().setOffline(false)
  await expect(page.getByText(play!.noDraws!)).toBeVisible()
  expect(asked).toBeGreaterThan(1)
  await expect(page.getByText(common!.offline!)).toBeHidden()
  complaints.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

test('without a connection a page that was never fetched says so and opens when it is back, and home says play money', async ({
  page,
  house,
  complaints,
}) => {
  const { app, common, play, page: words } = await wordsOf('vi')
  await page.goto(house.playerUrl)
  await expectKept(page)
  await page.context().setOffline(true)
  await page.goto(house.playerUrl)
  await expect(page.getByText(app!.demo!)).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect.poll(() => page.evaluate(() => scrollY), { timeout: 1_000 }).toBeGreaterThan(0)
  }).toPass()
  await expect(page.getByText(common!.offline!)).toBeInViewport()
  await page.goto(`${house.playerUrl}/play/game`)
  await expect(page.getByText(words!.offlineText!)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(play!.noDraws!)).toBeVisible()
  complaints.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

/** Stands before the house and hands out another worker once there is a newer release. */
async function openFront(house: House): Promise<{
  url: string
  release(change: (code: string) => string): void
  /** The worker does not get this file when it asks for it first. */
  withhold(path: string): void
  server: Server
}> {
  const { hostname, port } = new URL(house.playerUrl)
  let change: ((code: string) => string) | null = null
  let withheld: string | null = null
  const server = createServer((request, response) => {
    const { url, method, headers } = request
    if (url === '/sw.js' && change) {
      const send = change
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      void readFile('dist/web/sw.js', 'utf8').then((code) => response.end(send(code)))
      return
    }
    // Only a worker that installs wants this file past every cache.
    if (url === withheld && headers['cache-control'] === 'no-cache') {
      withheld = null
      response.writeHead(503).end()
      return
    }
    const asked = ask({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, release: (next) => (change = next), withhold: (path) => (withheld = path), server }
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

test('a worker that misses a file is tried again; a new version asks before it takes the place of an open page, and not when the page is of it', async ({
  page,
  house,
}) => {
  const { install } = await wordsOf('vi')
  const front = await openFront(house)
  try {
    front.withhold('/mark.svg')
    await page.goto(front.url)
    await expectKept(page)
    const [first] = Object.keys(await cached(page))
    const version = first!.replace('clearball-', '')

    front.release((code) => code.replace(version, 'same-page'))
    await lookForUpdate(page)
    await expect.poll(async () => Object.keys(await cached(page))).toEqual(['clearball-same-page'])
    await expect(page.getByText(install!.updateReady!)).toBeHidden()

    const entry = /frame-[\w-]+\.js/.exec(await readFile('dist/web/index.html', 'utf8'))![0]
    front.release((code) => code.replace(version, 'newer').replaceAll(`/assets/${entry}`, '/icon-192.png'))
    await lookForUpdate(page)
    await expect(page.getByText(install!.updateReady!)).toBeVisible()
    expect(Object.keys(await cached(page))).toEqual(['clearball-same-page', 'clearball-newer'])
    await expectAccessible(page)
    await picture(page, 'update-ready')
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: install!.reload! }).click()
    await reloaded
    await expect(page.getByRole('listitem')).toHaveCount(9)
    await expect.poll(async () => Object.keys(await cached(page))).toEqual(['clearball-newer'])
    await expect(page.getByText(install!.updateReady!)).toBeHidden()
  } finally {
    await page.goto('about:blank')
    front.server.close()
    front.server.closeAllConnections()
  }
})

/** What Chromium does when an app can be installed; a browser without a head does not. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    dispatchEvent(Object.assign(event, { prompt: async () => (document.title = 'asked') }))
    return event.defaultPrevented
  })

test('the hint to install comes to who is logged in, once', async ({ page, house }) => {
  const { install, common, home } = await wordsOf('vi')
  await page.goto(house.playerUrl)
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.vi.webmanifest')
  expect(await offerInstall(page)).toBe(true)
  await expect(page.getByText(install!.title!)).toBeHidden()

  const an = await house.player()
  await signInAs(page, house, an)
  await page.goto(house.playerUrl)
  await expect(page.getByText(home!.greeting!.replace('{{name}}', an.account))).toBeVisible()
  await expect(page.locator('link[rel=manifest]')).toBeAttached()
  await offerInstall(page)
  await expect(page.getByText(install!.title!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'install-hint')
  await page.getByRole('button', { name: common!.later! }).click()
  await expect(page.getByText(install!.title!)).toBeHidden()
  await offerInstall(page)
  await expect(page.getByText(install!.title!)).toBeHidden()

  await page.evaluate(() => localStorage.removeItem('clearball.install-hint'))
  await offerInstall(page)
  await page.getByRole('button', { name: install!.yes! }).click()
  await expect(page).toHaveTitle('asked')
})

test('the manifest speaks every language, its pictures exist, and neither it nor the worker is ever stale', async ({
  page,
  house,
}) => {
  for (const locale of locales) {
    const answer = await page.request.get(`${house.playerUrl}/manifest.${locale}.webmanifest`)
    expect(answer.headers()).toMatchObject({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
    const manifest = (await answer.json()) as { lang: string; name: string; icons: { src: string }[] }
    expect(manifest.lang).toBe(locale)
    expect(manifest.name).toContain((await wordsOf(locale)).app!.tagline!)
    const dark = await page.request.get(`${house.playerUrl}/manifest.${locale}-dark.webmanifest`)
    expect(await dark.json()).toEqual({ ...manifest, background_color: '#0c1413', theme_color: '#0b6e69' })
    for (const { src } of manifest.icons)
      expect((await page.request.get(house.playerUrl + src)).headers()['content-type']).toBe('image/png')
  }
  const worker = await page.request.get(`${house.playerUrl}/sw.js`)
  expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' })
  expect(worker.headers()['content-type']).toContain('javascript')
})
