import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addWitness, drawProof } from '#contract/play/draws'
import { formatInstant } from '#core/fairness/instant'
import { recordHash } from '#core/fairness/log'
import type { SignedRecord } from '#core/fairness/records'
import { countersign } from '#core/fairness/signatures'
import type { DrawHouse } from '#server/testing/draws/draw-house'
import { expectAccessible, picture } from '../journey.ts'
import { betNow, drawn, enterAtHouseTime, expect, instantsOf, test } from './draw-journey.ts'

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
  // The key is known from the first look. Without receipt and note, and on the operator's own beacon, five stay open.
  await expect(page.getByText('11 passed · 0 failed · 5 not checked')).toBeVisible()
  await expect(page.getByText('Operator-run randomness.', { exact: false }).first()).toBeVisible()
  await page.getByText('The numbers follow from it').click()
  await expect(page.getByText('Your browser mixed the secret')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'fair-verify')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the proof' }).click()
  const { stdout } = await run('node', ['verify/main.ts', await (await download).path(), '--house-beacon', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ drawId, verdict: 'pass' })

  // Whoever stands in between, or has second thoughts, changes the winner in what was published.
  const upsideDown = (lines: readonly SignedRecord[]) => {
    for (const { record } of lines)
      if (record.type === 'result' && record.body.drawId === drawId) (record.body.outcome as number[]).reverse()
    return lines
  }
  await page.route('**/proof', async (route) => {
    const proof = await an.call(drawProof, { drawId })
    await route.fulfill({ json: { ...proof, log: upsideDown(proof.log as SignedRecord[]) } })
  })
  await page.route('**/fair/log/*', async (route) => {
    const text = await (await route.fetch()).text()
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SignedRecord)
    await route.fulfill({
      body: upsideDown(lines)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    })
  })
  await page.reload()
  await expect(page.getByText('This draw does not hold')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'The log is whole' }).getByText('Failed')).toBeVisible()
  await picture(page, 'fair-verify-failed')
})

test('a player’s receipts and witness notes are kept, checked, and taken by the command line', async ({
  page,
  house,
}) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  const drawId = await betNow(an, 'k3_5m', [
    'k3.sum_big_small big 2.00',
    'k3.sum_big_small small 3.00',
    'k3.sum 11 1.00',
  ])
  const { closesAtMs, drawsAtMs } = instantsOf(drawId)
  // Another device than the one that bet: the receipts come with the bets that are looked at.
  for (const seq of [0, 1, 2]) {
    await enterAtHouseTime(page, house, { who: an, path: `/pay/bet?id=${encodeURIComponent(`${drawId}:${seq}`)}` })
    await expect(page.getByRole('region', { name: 'Receipt' })).toHaveAttribute('aria-busy', 'false')
  }
  await page.clock.setFixedTime(closesAtMs + 500)
  await house.liveUntil(closesAtMs)
  await expect(page.getByText('Pending settlement').first()).toBeVisible()
  const witness = await countersigned(house, drawId)
  await house.liveUntil(drawsAtMs + 5_000)
  await expect(page.getByText('Verify this draw')).toBeVisible()
  await page.getByText('Verify this draw').click()
  await expect(page.getByText('Nothing wrong found')).toBeVisible()
  await expect(page.getByText('14 passed · 0 failed · 2 not checked')).toBeVisible()
  for (const title of [
    'You saw it close',
    'The log is still yours',
    'Your bet was counted',
    'You were paid what is due',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: title }).getByText('Passed')).toBeVisible()
  await expect(page.getByText('Countersigned in time')).toBeVisible()
  await expect(page.getByText(witness)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'fair-verify-own')
  await page.getByText(witness).scrollIntoViewIfNeeded()
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
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass'])
  for (const { steps } of verdicts)
    expect(steps.filter(({ step }) => [8, 12, 13, 15].includes(step)).map(({ status }) => status)).toEqual(
      Array(4).fill('pass'),
    )
})

/** Somebody else watches the log and says that the draw closed in time; returns their key. */
async function countersigned(house: DrawHouse, drawId: string): Promise<string> {
  const { log } = await house.visitor().call(drawProof, { drawId })
  const close = (log as SignedRecord[]).find(({ record }) => record.type === 'close')!
  const note = { closeHash: recordHash(close.record), seenAt: formatInstant(house.clock.nowMs()) }
  const signed = countersign(drawId, note, '5e'.repeat(32))
  expect(await house.visitor().call(addWitness, signed)).toEqual({ isCounted: true, witnesses: 1 })
  return signed.witness
}
