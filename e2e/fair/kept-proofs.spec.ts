import type { Page } from '@playwright/test'
import { enterAtHouseTime, expect, provingTest } from './draw-journey.ts'

const fiveMs = Date.UTC(2026, 10, 2, 5)

/** A house some seconds after the full hour. */
const test = provingTest(fiveMs + 5_000)

test('the app checks a player’s proof without being asked, once for the hour, and keeps it', async ({
  page,
  house,
  proving,
}) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  expect(await proving.take()).toBe(true)
  // Browsers look at a moment of their own within five minutes; this one looks at once.
  await page.addInitScript(() => (Math.random = () => 0))
  let asked = 0
  page.on('request', (request) => void (asked += Number(request.url().endsWith('/me/liabilities'))))
  await enterAtHouseTime(page, house, { who: an, path: '/fair/statistics' })
  expect(asked).toBe(0)

  // The app listens some seconds after it opened; a draw that closes after that has it look.
  await expect(async () => {
    await house.liveUntil(house.clock.nowMs() + 60_000)
    expect(await kept(page, 'proofs')).toEqual([{ player: an.id, number: 1, problem: null }])
  }).toPass({ timeout: 150_000 })
  expect(asked).toBe(1)

  const seen = await logSeen(page)
  await expect(async () => {
    await house.liveUntil(house.clock.nowMs() + 60_000)
    expect(await logSeen(page)).toBeGreaterThan(seen)
  }).toPass({ timeout: 150_000 })
  expect(asked).toBe(1)
  expect(await kept(page, 'proofs')).toHaveLength(1)
})

for (const { version, remains } of [
  { version: 2, remains: ['receipts', 'notes', 'heads', 'checkpoints'] },
  // Its stores had another form, which nothing reads any more.
  { version: 1, remains: [] },
])
  test(`a browser with the evidence of version ${version} keeps proofs, and what it can still use`, async ({
    page,
    house,
    proving,
  }) => {
    const an = await house.player({ certified: true, balance: '100.00' })
    expect(await proving.take()).toBe(true)
    // A page of the same site without the app.
    await page.goto(`${house.playerUrl}/fair/log/checkpoint`)
    await page.evaluate(fileEvidence, { version, player: an.id })
    await enterAtHouseTime(page, house, { who: an, path: '/my/owed' })
    await expect(page.getByText(/^Your money is in the proof of/)).toBeVisible()
    await expect.poll(() => kept(page, 'proofs')).toEqual([{ player: an.id, number: 1, problem: null }])
    const former: string[] = []
    for (const store of ['receipts', 'notes', 'heads', 'checkpoints'])
      if ((await kept(page, store)).some(({ isFormer }) => isFormer)) former.push(store)
    expect(former).toEqual(remains)
  })

type Row = {
  readonly player?: string
  readonly number?: number
  readonly problem?: string | null
  readonly isFormer?: true
  readonly size?: number
}

/** How many records the public log had when this browser last saw it; it sees it whenever a draw closes. */
const logSeen = async (page: Page) => Math.max(...(await kept(page, 'checkpoints')).map(({ size }) => size ?? 0))

/** What this browser keeps in one of its stores, without the files themselves. */
async function kept(page: Page, store: string): Promise<Row[]> {
  // Opening what is not there would make it, in a form of no release.
  const isThere = await page.evaluate(async () =>
    (await indexedDB.databases()).some(({ name }) => name === 'clearball-evidence'),
  )
  if (!isThere) return []
  return page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open('clearball-evidence')
        opening.addEventListener('error', () => reject(new Error('no evidence')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const all = database.objectStoreNames.contains(name)
            ? database.transaction(name).objectStore(name).getAll()
            : null
          if (!all) {
            database.close()
            return resolve([])
          }
          all.addEventListener('success', () => {
            database.close()
            const rows = all.result as (Row & { readonly file?: unknown; readonly at?: number })[]
            resolve(
              name === 'proofs'
                ? rows.map(({ player, number, problem }) => ({ player: player!, number: number!, problem: problem! }))
                : rows,
            )
          })
        })
      }),
    store,
  )
}

/** Files evidence as a former release did. Runs in the page. */
function fileEvidence({ version, player }: { version: number; player: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('clearball-evidence', version)
    opening.addEventListener('error', () => reject(new Error('not made')))
    opening.addEventListener('upgradeneeded', () => {
      const stores = ['receipts', 'notes', 'heads', 'checkpoints', 'forks'].map((name) =>
        opening.result.createObjectStore(name, { autoIncrement: true }),
      )
      const [receipts, notes, heads, checkpoints] = stores
      if (version === 2) {
        receipts!.createIndex('bet', ['player', 'betId'], { unique: true })
        receipts!.createIndex('draw', ['player', 'drawId'])
        receipts!.createIndex('player', 'player')
        notes!.createIndex('draw', 'drawId', { unique: true })
        heads!.createIndex('draw', 'drawId')
        heads!.createIndex('note', 'note', { unique: true })
        checkpoints!.createIndex('note', 'note', { unique: true })
      }
      const isFormer = true
      receipts!.add({ player, drawId: 'k3_10m:20261101:0001', betId: 'one', text: '', isFormer })
      notes!.add({ drawId: 'k3_10m:20261101:0001', closeHash: '', seenAt: '', isFormer })
      heads!.add({ drawId: 'k3_10m:20261101:0001', note: 'a head', isFormer })
      checkpoints!.add({ origin: 'former.example', size: 1, note: 'a checkpoint', isCompared: true, isFormer })
    })
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
