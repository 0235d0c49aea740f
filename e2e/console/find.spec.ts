import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createInvitation } from '#contract/console/desk'
import { setPlayerStatus } from '#contract/console/players'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { sendMessage } from '#contract/service/chat'
import { bankForm, money, paymentPassword, withdrawer } from '#server/testing/money'
import { registration, testPassword } from '#server/testing/person'
import { type House, expect, expectAccessible, picture, test } from '../journey.ts'
import { consoleWords, desktop, enterConsole, forgiveLoggedOut } from './desk.ts'

const wide = { ...desktop, viewport: { width: 1440, height: 900 } }
test.use(wide)

async function expectToFit(page: Page): Promise<void> {
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** A player with a card, a withdrawal, and a browser in common with another player. */
async function twoPlayers(house: House) {
  const an = await withdrawer(house, '500.00')
  const other = await house.player()
  await an.call(addWallet, { ...bankForm(), cardNumber: '4111111111111111' }, randomUUID())
  const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
  await an.call(requestWithdrawal, form, randomUUID())
  const shared = house.visitor()
  for (const each of [an, other]) await shared.signIn(each.account, testPassword)
  return { an, other }
}

const foundIn = (page: Page) => page.getByRole('region', { name: 'What was found' }).getByRole('link')

for (const width of [1440, 1024]) {
  test(`a reviewer finds a player by keyboard alone, at ${width} px`, async ({ page, house, complaints }) => {
    await page.setViewportSize({ width, height: 900 })
    const { an } = await twoPlayers(house)
    await enterConsole(page, house, { role: 'reviewer' })
    const found = foundIn(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Find anything' })).toBeFocused()
    await page.keyboard.type('1111')
    await expect(found.first()).toContainText(an.account)
    await page.keyboard.press('ArrowDown')
    await expect(found.first()).toBeFocused()
    await expectAccessible(page)
    await expectToFit(page)
    await picture(page, `console-find-${width}`)
    await page.keyboard.press('Escape')
    await expect(found).toHaveCount(0)

    await page.keyboard.press('/')
    await page.keyboard.type('127.0.0.1')
    await expect(found).toHaveCount(2)
    await page.keyboard.press('ArrowUp')
    await expect(found.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type(an.account)
    await expect(found.first()).toContainText('by account')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: an.account, level: 1 })).toBeVisible()
    await expectToFit(page)
    await picture(page, `console-file-${width}`)
    forgiveLoggedOut(complaints)
  })

  const runs = [
    { from: '', parts: ['life', 'papers', 'wallets', 'linked'] },
    { from: '/linked', parts: ['requests', 'statement', 'bets', 'sessions'] },
  ]
  for (const { from, parts } of runs) {
    test(`] turns through ${parts.join(', ')} of a player’s file, at ${width} px`, async ({
      page,
      house,
      complaints,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      const { an, other } = await twoPlayers(house)
      await enterConsole(page, house, { role: 'reviewer', path: `/players/${an.id}${from}` })
      await expect(page.getByRole('heading', { name: an.account, level: 1 })).toBeVisible()
      for (const part of parts) {
        await page.keyboard.press(']')
        await expect(page).toHaveURL(new RegExp(`/players/${an.id}/${part}$`))
        await expect(page.getByText('Loading')).toHaveCount(0)
        await expectAccessible(page)
        await expectToFit(page)
        await picture(page, `console-file-${part}-${width}`)
      }
      if (from) return forgiveLoggedOut(complaints)
      const row = page.getByRole('row').filter({ hasText: other.account })
      await expect(row).toContainText('same browser')
      await expect(row).toContainText('same network address')
      forgiveLoggedOut(complaints)
    })
  }
}

test('a part of the file that a role may not see is not offered, and not there at its address', async ({
  page,
  house,
  complaints,
}) => {
  const an = await house.player()
  await enterConsole(page, house, { role: 'reviewer', path: `/players/${an.id}/actions` })
  await expect(page.getByText('your role may not see it')).toBeVisible()
  const parts = page.getByRole('navigation', { name: 'Parts of the file' })
  for (const name of ['Customer service', 'Operators’ actions']) await expect(parts.getByText(name)).toHaveCount(0)
  forgiveLoggedOut(complaints)
})

test('support reads how a player’s conversation stands and finds it by the number of the complaint', async ({
  page,
  house,
  complaints,
}) => {
  const an = await house.player()
  await an.call(sendMessage, { topic: 'complaint', text: 'nobody answers' }, randomUUID())
  await enterConsole(page, house, { role: 'support' })
  await page.keyboard.press('/')
  await page.keyboard.type('100001')
  await expect(foundIn(page)).toContainText(an.account)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/service\/[0-9a-f-]{36}$/)
  await expect(page.getByText('nobody answers')).toBeVisible()
  await page.locator('main').getByRole('link', { name: an.account }).click()
  const parts = page.getByRole('navigation', { name: 'Parts of the file' })
  await parts.getByRole('link', { name: 'Customer service' }).click()
  await expect(page.getByRole('cell', { name: '100001' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-file-conversation')
  await page.getByRole('link', { name: 'Service desk' }).last().click()
  await expect(page.getByText('nobody answers')).toBeVisible()
  forgiveLoggedOut(complaints)
})

async function invite(house: House, account: string, invitationCode: string): Promise<void> {
  await house.visitor().register({ ...registration(account), invitationCode })
}

test('an admin sees who came by a code, as a tree, and revokes it', async ({ page, house, complaints }) => {
  const admin = await house.operator('admin')
  const { code } = await admin.call(createInvitation, { uses: 5, expiresAt: null }, randomUUID())
  await invite(house, 'tree_root', code)
  const { id } = await house.app.db.query
    .selectFrom('player')
    .select('id')
    .where('account', '=', 'tree_root')
    .executeTakeFirstOrThrow()
  await house.app.db.query
    .insertInto('invitation')
    .values({ code: 'TREECODE', player_id: id, uses_left: 2_147_483_647, created_at: new Date(house.clock.nowMs()) })
    .execute()
  await invite(house, 'tree_leaf', 'TREECODE')

  await enterConsole(page, house, { role: 'admin', path: '/invitations' })
  await page.getByRole('link', { name: code }).click()
  await page.getByRole('button', { name: 'invited 1' }).click()
  await expect(page.getByRole('link', { name: 'tree_leaf' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-invitation-tree')
  await page.getByRole('link', { name: 'All invitations' }).click()
  const row = page.getByRole('row').filter({ hasText: code })
  await row.getByText('Revoke').first().click()
  await row.getByLabel('Reason').fill('It was passed on in public.')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('revoked')
  await expectAccessible(page)
  await expectToFit(page)
  await picture(page, 'console-invitations')
  forgiveLoggedOut(complaints)
})

test('an announcement is drafted, shown in nine languages and only then published', async ({
  page,
  house,
  complaints,
}) => {
  await enterConsole(page, house, { role: 'admin', path: '/announcements' })
  await page.getByLabel('Simplified Chinese').fill('今晚停机维护')
  await page.getByLabel('Vietnamese').fill('Bảo trì tối nay')
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await expect(drafts.getByRole('row')).toHaveCount(2)
  await drafts.getByRole('button', { name: 'Open' }).click()
  await page.getByLabel('English').fill('Maintenance tonight')
  await page.getByLabel('Until').fill('2026-12-01T08:00')
  await page.getByRole('button', { name: 'Preview in all languages' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('listitem')).toHaveCount(9)
  await expect(preview.getByText('not written; shown in Simplified Chinese')).toHaveCount(6)
  await expectAccessible(page)
  await picture(page, 'console-announcement-preview')
  await preview.getByRole('button', { name: 'Announce' }).click()
  await expect(page.getByRole('region', { name: 'What was announced' })).toContainText('Maintenance tonight')
  await expect(preview).toHaveCount(0)
  await expect(drafts).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'console-announcements')
  forgiveLoggedOut(complaints)
})

test('what an operator changed is told in the words of the reader’s language', async ({ page, house }) => {
  const an = await house.player()
  const risk = await house.operator('risk')
  await risk.call(setPlayerStatus, { id: an.id, status: 'frozen', reason: 'looked at' })
  const says = await consoleWords('vi')
  await enterConsole(page, house, { role: 'auditor', path: `/players/${an.id}/actions`, locale: 'vi' })
  const row = page.getByRole('row').filter({ hasText: 'looked at' })
  await expect(row).toContainText(`${says['field.status']}${says['account.normal']} → ${says['account.frozen']}`)
})
