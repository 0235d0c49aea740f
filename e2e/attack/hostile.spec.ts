import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addressOf } from '#contract/client'
import { addPlayerNote } from '#contract/console/players'
import { publishReceiving } from '#contract/console/receiving'
import { setHouseText, writeAnnouncement } from '#contract/console/texts'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import type { OperatorRole } from '#contract/ops'
import { applyForCertification } from '#contract/people/certifications'
import { editProfile } from '#contract/people/profile'
import { confirmSession } from '#contract/people/sessions'
import { sendMessage } from '#contract/service/chat'
import { setQuickAnswer } from '#contract/service/desk'
import { uploadPicture, viewUpload } from '#contract/uploads'
import { bankForm, dayMs, money, paymentPassword, tronAddress, withdrawer } from '#server/testing/money'
import { type Player, application, testPassword } from '#server/testing/person'
import { drawing } from '#server/testing/pictures'
import { hostileTexts } from '#server/testing/service/hostile-texts'
import { desktop } from '../console/desk.ts'
import { type House, enter, expect, go, listen, test } from '../journey.ts'

/** Hostile texts and pictures in every field that somebody else reads, shown by the browser in both apps. */

type Seen = { readonly complaints: string[]; readonly foreign: string[]; readonly pages: Page[] }

/** A page that writes down every script that runs, every report of the content policy and every foreign address. */
async function watched(page: Page, house: House, { complaints, foreign, pages }: Seen): Promise<Page> {
  await page.addInitScript(() => {
    const ran: string[] = JSON.parse(sessionStorage.getItem('ran') ?? '[]') as string[]
    const note = (what: string) => {
      ran.push(what)
      sessionStorage.setItem('ran', JSON.stringify(ran))
    }
    Object.assign(window, { alert: () => note('alert ran'), ran })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      note(`${violatedDirective} ${blockedURI}`),
    )
  })
  page.on('request', (request) => {
    const isOwn = [house.playerUrl, house.consoleUrl, 'data:', 'blob:'].some((each) => request.url().startsWith(each))
    if (!isOwn) foreign.push(request.url())
  })
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  listen(page, complaints)
  pages.push(page)
  return page
}

/** The hostile texts that fit into a field, from the place where the last field stopped. */
function dealer() {
  let next = 0
  return (most: number): string => {
    for (let tried = 0; tried < hostileTexts.length; tried++) {
      const text = hostileTexts[next++ % hostileTexts.length]!
      // Some fields take no invisible characters.
      if (text.length <= most && !text.includes('\u202e')) return text
    }
    throw new Error(`no hostile text has ${most} characters or fewer`)
  }
}

/** A player whose every field is hostile. */
async function hostilePlayer(house: House, text: (most: number) => string) {
  const player = await withdrawer(house, '500.00')
  const names = { bankName: text(100), bankAddress: text(200), cardholder: text(120), contact: text(200) }
  const { id: walletId } = await player.call(addWallet, { ...bankForm(), ...names, paymentPassword }, randomUUID())
  house.clock.forward(dayMs + 1)
  await player.call(confirmSession, { password: testPassword })
  await player.call(requestWithdrawal, { walletId, amount: money('10.00'), paymentPassword }, randomUUID())
  const nickname = text(30)
  await player.call(editProfile, { nickname, contact: text(200) })
  for (let at = 0; at < 3; at++) {
    const headers = { 'content-type': 'application/json', 'user-agent': text(300) }
    const body = JSON.stringify({ account: player.account, password: testPassword })
    await fetch(`${house.playerUrl}/api/v1/session`, { method: 'POST', headers, body })
  }
  return { player, nickname, bankName: names.bankName }
}

/** A picture that is also a page with a script, for whoever reads it as one. */
async function polyglot(): Promise<Blob> {
  const script = '<html><body onload=alert(1)><script>alert(1)</script>'
  const jpeg = await drawing({ width: 60, height: 40 })
    .withExif({ IFD0: { Make: script } })
    .jpeg()
    .toBuffer()
  return new Blob([new Uint8Array(Buffer.concat([jpeg, Buffer.from(script)]))], { type: 'text/html' })
}

type Written = Readonly<Record<'announced' | 'question' | 'reason', string>>

/** What operators write and others read. */
async function writeHostile(house: House, player: Player, text: (most: number) => string): Promise<Written> {
  const admin = await house.operator('admin')
  const finance = await house.operator('finance')
  for (const note of hostileTexts) await admin.call(addPlayerNote, { id: player.id, text: note.padEnd(5, '.') })
  const all = hostileTexts.filter((each) => !each.includes('\u202e')).join('\n')
  const written = { announced: text(500), question: text(120), reason: text(500).padEnd(5, '.') }
  const { announced, question, reason } = written
  for (const language of ['en', 'zh-CN'] as const)
    await admin.call(setHouseText, { name: 'about', language, text: all, reason })
  const until = house.clock.nowMs() + dayMs
  await admin.call(writeAnnouncement, { texts: { en: announced, 'zh-CN': announced }, until }, randomUUID())
  await admin.call(setQuickAnswer, { topic: 'top_up', language: 'en', question, answer: text(600) })
  const address = { kind: 'usdt', network: 'TRC20', address: tronAddress(), reason } as const
  await finance.call(publishReceiving, address)
  return written
}

async function consolePage(browser: Browser, house: House, { role, seen }: { role: OperatorRole; seen: Seen }) {
  const context = await browser.newContext(desktop)
  const page = await watched(await context.newPage(), house, seen)
  const { cookies } = await house.signedIn(role)
  const url = house.consoleUrl
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  await page.clock.setFixedTime(house.clock.nowMs())
  return {
    page,
    /** Opens a page and waits until it shows this text. */
    open: async (path: string, shown: string | RegExp) => {
      await page.goto(`${url}${path}?lang=en`)
      await expect(page.getByText(shown).first()).toBeVisible()
    },
    /** Opens the case of a queue. */
    take: async () => {
      await page.getByRole('list', { name: 'Cases' }).getByRole('button').first().click()
    },
  }
}

test('hostile texts and pictures in every field run nowhere, neither in the app nor in the console', async ({
  page,
  house,
  browser,
}) => {
  const seen: Seen = { complaints: [], foreign: [], pages: [] }
  const text = dealer()
  const { player: an, bankName, nickname } = await hostilePlayer(house, text)
  const { announced, question, reason } = await writeHostile(house, an, text)
  const applicant = await house.player()
  const legalName = text(120)
  await applicant.call(applyForCertification, { ...(await application(applicant)), legalName }, randomUUID())
  const { id: pictureId } = await an.call(uploadPicture, { purpose: 'chat', file: await polyglot() }, randomUUID())
  await an.call(sendMessage, { pictureId }, randomUUID())
  for (const each of hostileTexts.slice(0, 15)) await an.call(sendMessage, { text: each }, randomUUID())
  const last = hostileTexts[14]!

  await test.step('in the app', async () => {
    await watched(page, house, seen)
    await enter(page, an, { path: '/my/my', locale: 'en', url: house.playerUrl })
    await expect(page.getByText(nickname).first()).toBeVisible()
    for (const path of [
      '/',
      '/my/about',
      '/my/userdata',
      '/my/sessions',
      '/pay/banklist',
      '/pay/record2',
      '/kefu/kefu',
    ])
      await go(page, path)
    await expect(page.getByText(last, { exact: true })).toBeVisible()
    // As a page of its own the picture is a file to be saved.
    const saved = page.waitForEvent('download')
    await page.goto(house.playerUrl + addressOf(viewUpload, { id: pictureId })).catch(() => {})
    expect((await saved).suggestedFilename()).toBe(`${pictureId}.jpg`)
  })

  await test.step('in the console', async () => {
    const admin = await consolePage(browser, house, { role: 'admin', seen })
    await admin.open(`/players/${an.id}`, hostileTexts[199]!)
    await expect(admin.page.getByText(nickname).first()).toBeVisible()
    await admin.open('/announcements', announced)
    await admin.open('/texts', 'About us')
    await admin.open('/answers', question)
    await admin.open('/proposals', reason)
    await admin.open('/audit', reason)
    const support = await consolePage(browser, house, { role: 'support', seen })
    await support.open('/mails', `${an.account}@players.example`)
    await support.open('/service', an.account)
    await support.page.getByRole('button', { name: an.account }).click()
    await expect(support.page.getByText(last, { exact: true })).toBeVisible()
    await expect(support.page.getByRole('img', { name: 'Picture from the player' })).toBeVisible()
    const reviewer = await consolePage(browser, house, { role: 'reviewer', seen })
    await reviewer.open('/certifications', applicant.account)
    await reviewer.take()
    await expect(reviewer.page.getByText(legalName).first()).toBeVisible()
    await reviewer.open('/withdrawals', an.account)
    await reviewer.take()
    await expect(reviewer.page.getByText(bankName).first()).toBeVisible()
  })

  for (const each of seen.pages) {
    expect(await each.evaluate(() => (window as unknown as { ran?: string[] }).ran ?? [])).toEqual([])
    await each.context().close()
  }
  expect(seen.foreign).toEqual([])
  expect(seen.complaints.filter((each) => !each.includes('401'))).toEqual([])
})
