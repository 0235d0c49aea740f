import type { Page } from '@playwright/test'
import { playerFactors } from '#contract/factors'
import { codeDigits } from '#core/rules/verification-code'
import type { House } from '#server/testing/open-house'
import { openVisitor, testPassword } from '#server/testing/person'
import { type Words, expect, expectAccessible, fillRegistration, picture, settled, test, wordsOf } from './journey.ts'
import { inEach } from './visit/speaking.ts'

const fresh = 'seven quiet rivers'

/** The code in the newest mail to an address. */
async function codeFor(house: House, address: string, nth = 1): Promise<string> {
  const mails = await house.mailsTo(address, ({ subject }) => /\d{8}/.test(subject), nth)
  return /\d{8}/.exec(mails[nth - 1]!.subject)![0]
}

/** Nothing reaches beyond the screen's width. */
async function expectNoOverflow(page: Page): Promise<void> {
  const { scrolled, shown } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }))
  expect(scrolled).toBe(shown)
}

test('a forgotten password is replaced with the code from the mail, and lets in, in several languages', async ({
  page,
  house,
  complaints,
}) => {
  const spoken = ['vi', 'en', 'th'] as const
  const { account, recovery, refusal, success } = await wordsOf('th')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const an = await house.player()
  const address = `${an.account.toLowerCase()}@players.example`
  await page.setViewportSize({ width: 360, height: 740 })

  await page.goto(`${house.playerUrl}/account/login?lang=th`)
  await field(account!.accountOrEmail!).fill(an.account)
  await page.getByRole('link', { name: account!.forget! }).click()
  await expect(page).toHaveURL(/\/account\/forget/)
  // What was typed at log-in need not be typed again.
  await expect(field(account!.accountOrEmail!)).toHaveValue(an.account)
  await field(account!.accountOrEmail!).fill('')
  await field(account!.accountOrEmail!).blur()
  await inEach(page, spoken, async (words, locale) => {
    await expect(page.getByText(words.refusal!.account_missing!)).toBeVisible()
    await expectAccessible(page)
    await picture(page, `forget-account-${locale}`)
  })
  await field(account!.accountOrEmail!).fill(address)
  await page.getByRole('button', { name: recovery!.send! }).click()

  await expect(field(recovery!.code!)).toBeFocused()
  await inEach(page, spoken, async (words, locale) => {
    await expect(field(words.recovery!.code!)).toBeFocused()
    await expect(page.getByRole('button', { name: /5\d|60/ })).toBeDisabled()
    await picture(page, `forget-sent-${locale}`)
  })
  await field(recovery!.code!).fill('12')
  await field(recovery!.password!).fill('12345')
  await field(recovery!.repeat!).fill('54321')
  await field(recovery!.repeat!).blur()
  await inEach(page, spoken, async (words, locale) => {
    await expect(page.getByText(words.refusal!.code_invalid!)).toBeVisible()
    await expect(page.getByText(words.refusal!.password_short!.replace('{{min}}', '6'))).toBeVisible()
    await expect(page.getByText(words.refusal!.passwords_differ!)).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await picture(page, `forget-errors-${locale}`)
  })

  const code = await codeFor(house, address)
  await field(recovery!.code!).fill(String((Number(code) + 1) % 10 ** codeDigits).padStart(codeDigits, '0'))
  await field(recovery!.password!).fill(fresh)
  await field(recovery!.repeat!).fill(fresh)
  await expect(page.getByText(refusal!.passwords_differ!)).toBeHidden()
  await page.getByRole('button', { name: recovery!.set! }).click()
  await inEach(page, spoken, async (words) => {
    await expect(page.getByText(words.refusal!.code_invalid!)).toBeVisible()
    await expect(field(words.recovery!.code!)).toBeFocused()
  })
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await field(recovery!.code!).fill(code)
  await page.getByRole('button', { name: recovery!.set! }).click()
  await expect(page.getByText(success!.modified!)).toBeVisible()

  await expect(page).toHaveURL(/\/account\/login/)
  await expect(field(account!.accountOrEmail!)).toHaveValue(address)
  await field(account!.password!).fill(fresh)
  await page.getByRole('button', { name: account!.login! }).click()
  await expect(page.getByText(success!.signed_in!)).toBeVisible()
})

test('an unknown account is told nothing else, and another code can be had after a minute', async ({ page, house }) => {
  const { account, recovery } = await wordsOf('vi')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const an = await house.player()
  await page.clock.install()
  await page.goto(`${house.playerUrl}/account/forget`)
  const sent = (name: string) => recovery!.sent!.replace('{{account}}', name).replace('{{minutes}}', '10')
  await field(account!.accountOrEmail!).fill('nobody_at_all')
  await page.getByRole('button', { name: recovery!.send! }).click()
  await expect(page.getByText(sent('nobody_at_all'))).toBeVisible()
  await page.getByRole('button', { name: recovery!.other! }).click()
  await field(account!.accountOrEmail!).fill(an.account)
  await page.getByRole('button', { name: recovery!.send! }).click()
  await expect(page.getByText(sent(an.account))).toBeVisible()

  const again = page.getByRole('button', { name: recovery!.again!, exact: true })
  await expect(again).toBeHidden()
  await page.clock.fastForward(61_000)
  house.clock.forward(61_000)
  await again.click()
  await expect(page.getByText(recovery!.sentAgain!)).toBeVisible()
  await expect(again).toBeHidden()
  // The newest code is the one that counts.
  await field(recovery!.code!).fill(await codeFor(house, `${an.account.toLowerCase()}@players.example`, 2))
  await field(recovery!.password!).fill(fresh)
  await field(recovery!.repeat!).fill(fresh)
  await page.getByRole('button', { name: recovery!.set! }).click()
  await expect(page).toHaveURL(`${house.playerUrl}/account/login`)
})

for (const [locale, name, typed, nation] of [
  ['en', 'China +86', 'chin', { country: 'CN', phone: '13800138000' }],
  ['vi', 'Đức +49', 'duc', { country: 'DE', phone: '015123456789' }],
] as const) {
  test(`a country is found and chosen, all that was typed is kept, and who registers is logged in (${locale})`, async ({
    page,
    house,
    complaints,
  }) => {
    const { account, home, nation: words, success, refusal } = await wordsOf(locale)
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${house.playerUrl}/account/register?invite=HOUSE&lang=${locale}`)
    await field(account!.account!).fill('x')
    await field(account!.repeat!).fill('another one')
    await field(account!.repeat!).blur()
    await expect(page.getByText(refusal!.account_malformed!)).toBeVisible()
    await expect(page.getByText(refusal!.passwords_differ!)).toBeVisible()
    await field(account!.password!).fill('another one')
    await expect(page.getByText(refusal!.passwords_differ!)).toBeHidden()
    const mai = { account: 'Mai_2026', email: 'mai@players.example', password: fresh, phone: nation.phone }
    await fillRegistration(page, locale, mai)
    await expect(field(account!.invitation!)).toHaveValue('HOUSE')
    await page.getByRole('button', { name: account!.register! }).click()
    await expect(page.getByText(refusal!.phone_malformed!)).toBeVisible()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
    await expectAccessible(page)
    await expectNoOverflow(page)
    await picture(page, `register-phone-${locale}`)

    await page.getByRole('button', { name: account!.country! }).click()
    await field(words!.search!).fill('zzzz')
    await expect(page.getByText(words!.none!)).toBeVisible()
    await field(words!.search!).fill(typed)
    await expectAccessible(page)
    await picture(page, `nation-search-${locale}`)
    await page.getByRole('button', { name }).click()

    await expect(page.getByRole('button', { name: `${account!.country!} ${name}` })).toBeVisible()
    await expect(page.getByText(refusal!.phone_malformed!)).toBeHidden()
    await expect(field(account!.email!)).toHaveValue(mai.email)
    await picture(page, `register-country-${locale}`)
    await page.getByRole('button', { name: account!.register! }).click()
    await expect(page.getByText(success!.registered!)).toBeVisible()
    await settled(page, '/')
    await expect(page.getByText(home!.greeting!.replace('{{name}}', mai.account))).toBeVisible()
    const made = await house.app.db.query.selectFrom('player').select('country').execute()
    expect(made).toEqual([{ country: nation.country }])
  })
}

test('the index beside the countries jumps by keyboard and by finger, whatever the alphabet', async ({
  page,
  house,
}) => {
  await page.goto(`${house.playerUrl}/account/register`)
  const { account: labels, common } = await wordsOf('vi')
  await page.getByLabel(labels!.account!, { exact: true }).fill('Mai_2026')
  await page.getByLabel(labels!.password!, { exact: true }).fill(fresh)
  await page.getByLabel(labels!.repeat!, { exact: true }).fill(fresh)
  await page.getByRole('button', { name: common!.continue! }).click()
  const jump = async (
    { account, nation }: Words,
    { locale, head, under }: Record<'locale' | 'head' | 'under', string>,
  ) => {
    await page.getByRole('button', { name: account!.country! }).click()
    const current = page.getByRole('button', { name: '+84' })
    await expect(current).toHaveAttribute('aria-current', 'true')
    await expect(current).toBeInViewport()
    await expectNoOverflow(page)
    await picture(page, `nation-${locale}`)
    const index = page.getByRole('slider', { name: nation!.index! })
    await index.press('Home')
    for (let at = 0; (await index.getAttribute('aria-valuetext')) !== head; at++) {
      expect(at).toBeLessThan(40)
      await index.press('ArrowDown')
    }
    await expect(page.getByRole('button', { name: under })).toBeInViewport()
    const { x, y, width, height } = (await index.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y + height - 2)
    await page.mouse.up()
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport()
    await expect(page.getByRole('button', { name: under })).not.toBeInViewport()
    await index.tap({ position: { x: width / 2, y: 2 } })
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport()
    await expectAccessible(page, 'section:nth-of-type(n + 3)')
    await page.goBack()
    await settled(page, '/account/register')
  }
  const alphabets = {
    th: { head: 'ก', under: 'เกาหลีใต้ +82' },
    'zh-CN': { head: 'H', under: '韩国 +82' },
  }
  await inEach(page, ['th', 'zh-CN'], (words, locale) =>
    jump(words, { locale, ...alphabets[locale as keyof typeof alphabets] }),
  )
})

/** Sets up a passkey of the page's own authenticator for a player, as the page for second factors does. */
async function addPasskey(page: Page, url: string, account: string): Promise<void> {
  const owner = openVisitor(url)
  await owner.signIn(account, testPassword)
  const { ticket } = await owner.call(playerFactors.ask, { password: testPassword })
  const { id, options } = await owner.call(playerFactors.beginPasskey, { ticket, name: 'Phone' })
  const credential = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return made.toJSON() as never
  }, options)
  await owner.call(playerFactors.confirmPasskey, { id, credential })
}

test('a passkey is a way in beside the recovery codes, and one that is turned away can be tried again', async ({
  page,
  house,
}) => {
  const { account, success } = await wordsOf('vi')
  // Browsers bind passkeys to names, never to bare numbers.
  const url = house.playerUrl.replace('127.0.0.1', 'localhost')
  const an = await house.player()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  })
  await page.goto(`${url}/account/login`)
  await addPasskey(page, url, an.account)

  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(an.account)
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: account!.login! }).click()
  await expect(page.getByLabel(account!.recoveryCode!, { exact: true })).toBeVisible()
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  await page.getByRole('button', { name: account!.passkey! }).click()
  await expect(page.getByText(account!.passkeyRefused!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'login-passkey')
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: credentials[0]! })
  await page.getByRole('button', { name: account!.passkey! }).click()
  await expect(page.getByText(success!.signed_in!)).toBeVisible()
  await expect(page).toHaveURL(`${url}/`)
})
