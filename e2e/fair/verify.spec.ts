import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { drawProof } from '#contract/play/past-draws'
import { canonical } from '#core/fairness/canonical'
import { parseEntry } from '#core/fairness/log'
import { toBase64 } from '#core/fairness/tlog/base64'
import { showRunningHeads } from '#server/features/draws/running-heads'
import { expectAccessible, heardLive, picture } from '../journey.ts'
import { betNow, drawn, enterAtHouseTime, expect, instantsOf, test, witnessedTest } from './draw-journey.ts'

const run = promisify(execFile)

test('anybody checks a draw in the browser, and a false proof is found out', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  const drawId = await betNow(an, 'speed_racing', ['pk10.position_number@1 7 2.00', 'pk10.sum12_big_small big 1.00'])
  await page.clock.setFixedTime(house.clock.nowMs())
  await page.goto(`${house.playerUrl}/fair/${drawId}?lang=en`)
  await expect(page.getByText('Not finished yet', { exact: true })).toBeVisible()
  await drawn(house, drawId)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Nothing wrong found')).toBeVisible()
  await expect(page.getByText('Our secret was locked before betting opened', { exact: false })).toBeVisible()
  await expect(page.getByText('11 passed', { exact: false })).toBeHidden()
  await page.getByText('Show how').click()
  // The key is known from the first look. Without receipt, note and head, and on the operator's own beacon, six stay open.
  await expect(page.getByText('11 passed · 0 failed · 6 not checked')).toBeVisible()
  await expect(page.getByText('Operator-run randomness.', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('This site asks no witnesses.', { exact: false }).last()).toBeVisible()
  await page.getByText('The numbers follow from it').click()
  await expect(page.getByText('Your browser mixed the secret')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'fair-verify')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the proof' }).click()
  const { stdout } = await run('node', ['verify/main.ts', await (await download).path(), '--house-beacon', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ drawId, verdict: 'pass' })

  // Whoever stands in between, or has second thoughts, changes the winner in what was published.
  const upsideDown = (entry: string) => {
    const record = parseEntry(entry)!
    if (record.type !== 'result') return entry
    return canonical({ ...record, body: { ...record.body, outcome: record.body.outcome.toReversed() } })
  }
  await page.route('**/proof', async (route) => {
    const proof = await an.call(drawProof, { drawId })
    const entries = proof.entries.map((each) => ({ ...each, entry: upsideDown(each.entry) }))
    await route.fulfill({ json: { ...proof, entries } })
  })
  await page.reload()
  await expect(page.getByText('This draw does not hold')).toBeVisible()
  await expect(page.getByText('Step 2 does not hold: The log is whole.', { exact: false })).toBeVisible()
  const step = page.getByRole('listitem').filter({ hasText: 'The log is whole' })
  await expect(step.getByText('A record is not in the log.')).toBeVisible()
  await picture(page, 'fair-verify-failed')
})

test('a browser that is shown two versions of the log says so, and saves both', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  const drawId = await betNow(an, 'speed_racing', ['pk10.position_number@1 7 2.00'])
  await drawn(house, drawId)
  await page.clock.setFixedTime(house.clock.nowMs())
  await page.goto(`${house.playerUrl}/fair/${drawId}?lang=en`)
  await expect(page.getByText('Nothing wrong found')).toBeVisible()
  const seen = page.getByRole('listitem').filter({ hasText: 'Records in the public log' })
  await expect(seen).not.toHaveText(/log0$/)
  await page.reload()
  await expect(page.getByText('Nothing wrong found')).toBeVisible()
  const alarm = page.getByText('Two versions of the public log were shown to this browser.', { exact: false })
  await expect(alarm).toHaveCount(0)

  const { checkpoint } = await an.call(drawProof, { drawId })
  const other = checkpoint
    .split('\n')
    .with(2, toBase64(new Uint8Array(32).fill(7)))
    .join('\n')
  await page.route('**/proof', async (route) => {
    await route.fulfill({ json: { ...(await an.call(drawProof, { drawId })), checkpoint: other } })
  })
  await page.reload()
  await expect(page.getByText('This draw does not hold')).toBeVisible()
  await expect(alarm).toBeVisible()
  await expectAccessible(page)
  await alarm.scrollIntoViewIfNeeded()
  await picture(page, 'fair-two-logs')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the two versions' }).click()
  const saved = await readFile(await (await download).path(), 'utf8')
  expect([saved.includes(checkpoint), saved.includes(other)]).toEqual([true, true])
  // Neither goes away when the site shows the first one again.
  await page.unroute('**/proof')
  await page.reload()
  await expect(page.getByText('Nothing wrong found')).toBeVisible()
  await expect(alarm).toBeVisible()
})

witnessedTest(
  'what a player keeps, and what witnesses saw, is checked and taken by the command line',
  async ({ page, house }) => {
    const an = await house.player({ certified: true, balance: '100.00' })
    const drawId = await betNow(an, 'k3_5m', [
      'k3.sum_big_small big 2.00',
      'k3.sum_big_small small 3.00',
      'k3.sum 11 1.00',
    ])
    const { closesAtMs, drawsAtMs } = instantsOf(drawId)
    // Another device than the one that bet: the receipts come with the bets that are looked at.
    for (const seq of [0, 1, 2]) {
      const listens = heardLive(page)
      await enterAtHouseTime(page, house, { who: an, path: `/pay/bet?id=${encodeURIComponent(`${drawId}:${seq}`)}` })
      await listens
      await expect(page.getByRole('region', { name: 'Receipt' })).toHaveAttribute('aria-busy', 'false')
    }
    const receipt = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the receipt' }).click()
    const file = await receipt
    expect(file.suggestedFilename()).toBe(`clearball-${drawId.replaceAll(':', '-')}-2.tlog-proof`)
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra /)
    await showRunningHeads(house.app, new Map())
    await expect.poll(() => keptHeads(page)).toBe(1)
    await page.clock.setFixedTime(closesAtMs + 500)
    await house.liveUntil(closesAtMs)
    await house.app.witnesses.settled()
    await expect(page.getByText('Pending settlement').first()).toBeVisible()
    await house.liveUntil(drawsAtMs + 5_000)
    await expect(page.getByText('Verify this draw')).toBeVisible()
    await page.getByText('Verify this draw').click()
    await expect(page.getByText('Nothing wrong found')).toBeVisible()
    await expect(page.getByText('3 witnesses saw betting close in time', { exact: false })).toBeVisible()
    await page.getByText('Show how').click()
    await expect(page.getByText('15 passed · 0 failed · 2 not checked')).toBeVisible()
    for (const title of [
      'Seen closing in time',
      'The log is still yours',
      'Your bet was counted',
      'You were paid what is due',
      'No bet was removed on the way',
    ])
      await expect(page.getByRole('listitem').filter({ hasText: title }).getByText('Passed')).toBeVisible()
    await expect(page.getByText('Enough of them saw it close in time.')).toBeVisible()
    for (const name of ['north', 'south', 'west'])
      await expect(page.getByRole('listitem').filter({ hasText: `${name}.example` })).toContainText(
        /\d+ s before the random value/,
      )
    await expectAccessible(page)
    await picture(page, 'fair-verify-own')
    await page.getByText('south.example').scrollIntoViewIfNeeded()
    await picture(page, 'fair-verify-witnesses')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    const kept = await (await download).path()
    const { stdout } = await run('node', [
      'verify/main.ts',
      kept,
      house.playerUrl,
      '--house-beacon',
      '--json',
      '--kept',
      kept,
    ])
    const verdicts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { verdict: string; steps: { step: number; status: string }[] })
    // The browser also noted how other draws closed.
    expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['pass']))
    const own = verdicts.filter(({ steps }) => steps.some(({ step, status }) => step === 13 && status === 'pass'))
    expect(own).toHaveLength(3)
    for (const { steps } of own)
      expect(steps.filter(({ step }) => [8, 12, 13, 15, 17].includes(step)).map(({ status }) => status)).toEqual(
        Array(5).fill('pass'),
      )
  },
)

/** How many running heads this browser keeps. */
const keptHeads = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('clearball-evidence')
        opening.addEventListener('error', () => reject(new Error('no evidence')))
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('heads').objectStore('heads').count()
          count.addEventListener('success', () => {
            opening.result.close()
            resolve(count.result)
          })
        })
      }),
  )
