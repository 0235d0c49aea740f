import { randomUUID } from 'node:crypto'
import { rejectCertification, passCertification, takeCertification } from '#contract/console/certifications'
import { applyForCertification } from '#contract/people/certifications'
import { me } from '#contract/people/me'
import { confirmationLifeMs } from '#core/rules/session'
import type { House } from '#server/testing/open-house'
import { application, testPassword } from '#server/testing/person'
import { drawing, photo } from '#server/testing/pictures'
import { expect, expectAccessible, picture, test, wordsOf, enter, statuses } from './journey.ts'

/** A photograph taken with the phone upright: its pixels lie on their side, and a note says so. */
const sideways = () => drawing({ width: 3000, height: 2000 }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
const asFile = (buffer: Buffer, name = 'photo.jpg') => ({ name, mimeType: 'image/jpeg', buffer })

const codeFrom = async (house: House, address: string) => {
  const mails = await house.mailsTo(address, (mail) => /\d{8}/.test(mail.subject))
  return /\d{8}/.exec(mails.at(-1)!.subject)![0]
}

test('a player edits nickname and contact details, and shows a face', async ({ page, house }) => {
  const { account, profile, common, success, refusal } = await wordsOf('vi')
  const an = await house.player()
  await enter(page, an, { path: '/my/userdata', locale: 'vi', url: house.playerUrl })
  await expect(page.getByText(`${an.account}@players.example`)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'userdata-vi')

  await page.getByRole('button', { name: account!.nickname! }).click()
  await page.getByLabel(account!.nickname!, { exact: true }).fill('')
  await page.getByLabel(profile!.contact!, { exact: true }).fill('Zalo: an.dep')
  // Told as soon as the field is left, not when all is sent.
  await expect(page.getByText(refusal!.nickname_missing!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'userdata-edit-vi')
  await page.getByLabel(account!.nickname!, { exact: true }).fill('An Đẹp')
  await page.getByRole('button', { name: common!.save! }).click()
  await expect(page.getByText(success!.modified!)).toBeVisible()
  await expect(page.getByRole('button', { name: /Zalo: an.dep/ })).toBeVisible()

  // A sheet that is left open with its page neither stays nor holds the page that follows.
  const { my, certification } = await wordsOf('vi')
  await page.getByRole('link', { name: my!.certification! }).click()
  await expect(page.getByText(certification!.adultsOnly!)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: account!.nickname! }).click()
  await expect(page.getByRole('heading', { name: profile!.edit! })).toBeVisible()
  await page.goForward()
  await page.getByLabel(certification!.legalName!).fill('An')
  await page.goBack()
  await expect(page.getByRole('heading', { name: profile!.edit! })).toBeHidden()

  const sent = Promise.withResolvers<void>()
  await page.route('**/api/v1/uploads', async (route) => {
    await sent.promise
    await route.continue()
  })
  const chooser = page.getByLabel(profile!.changePicture!, { exact: true })
  await chooser.setInputFiles(asFile(await sideways()))
  await expect(page.getByRole('progressbar', { name: common!.uploading! })).toBeVisible()
  await picture(page, 'userdata-uploading-vi')
  sent.resolve()
  await expect(page.getByRole('button', { name: profile!.removePicture! })).toBeVisible()
  await expect(page.locator('img[src^="/api/v1/uploads/"]')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'userdata-avatar-vi')
  const { avatarId } = await an.call(me, {})
  const kept = await house.app.db.query.selectFrom('upload').selectAll().where('id', '=', avatarId!).executeTakeFirst()
  expect(kept).toMatchObject({ purpose: 'avatar', width: 512, height: 512 })

  await chooser.setInputFiles(asFile(Buffer.from('no picture at all')))
  await expect(page.getByRole('alert')).toHaveText(refusal!.picture_malformed!)
  await page.getByRole('button', { name: profile!.removePicture! }).click()
  await expect(page.getByRole('button', { name: profile!.removePicture! })).toBeHidden()
  expect(await an.call(me, {})).toMatchObject({ avatarId: null, nickname: 'An Đẹp' })
})

test('an e-mail address is changed with the password of now and the code from its mail', async ({
  page,
  house,
  complaints,
}) => {
  const { account, profile, common, success, refusal } = await wordsOf('th')
  const binh = await house.player()
  await enter(page, binh, { path: '/my/userdata', locale: 'th', url: house.playerUrl })
  house.clock.forward(confirmationLifeMs.player + 1)
  await page.getByRole('button', { name: account!.email! }).click()
  await page.getByLabel(profile!.newEmail!).fill('binh.new')
  await page.getByLabel(profile!.newEmail!).blur()
  await expect(page.getByText(refusal!.email_malformed!)).toBeVisible()
  await page.getByLabel(profile!.newEmail!).fill('binh.new@players.example')
  await picture(page, 'userdata-email-th')
  await page.getByRole('button', { name: profile!.sendCode! }).click()

  await expect(page.getByRole('heading', { name: account!.confirmTitle! })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'password-again-th')
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: common!.confirm! }).click()

  await expect(page.getByText(profile!.codeSent!.replace('{{email}}', 'binh.new@players.example'))).toBeVisible()
  const code = await codeFrom(house, 'binh.new@players.example')
  await page.getByLabel(profile!.code!).fill(code === '00000000' ? '00000001' : '00000000')
  await page.getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(refusal!.code_invalid!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'userdata-code-th')
  await page.getByLabel(profile!.code!).fill(code)
  await page.getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(success!.modified!)).toBeVisible()
  await expect(page.getByText('binh.new@players.example')).toBeVisible()

  await page.getByRole('button', { name: account!.phone! }).click()
  await page.getByLabel(account!.country!).selectOption('TH')
  await page.getByLabel(profile!.newPhone!).fill('12')
  await page.getByLabel(profile!.newPhone!).blur()
  await expect(page.getByText(refusal!.phone_malformed!)).toBeVisible()
  await page.getByLabel(profile!.newPhone!).fill('081 234 5678')
  await expectAccessible(page)
  await picture(page, 'userdata-phone-th')
  await page.getByRole('button', { name: profile!.sendCode! }).click()
  await page.getByLabel(profile!.code!).fill(await codeFrom(house, 'binh.new@players.example'))
  expect(statuses(complaints)).toEqual(['403', '422'])
})

test('a player applies for certification, and a picture whose answer is lost is kept once', async ({
  page,
  house,
  complaints,
}) => {
  const { certification, common, success, refusal, nation } = await wordsOf('en')
  const chi = await house.player({ language: 'en' })
  await enter(page, chi, { path: '/my/certification', locale: 'en', url: house.playerUrl })
  await page.getByRole('button', { name: certification!.apply! }).click()
  for (const told of [refusal!.legal_name_missing!, refusal!.birth_date_malformed!, certification!.photoMissing!])
    await expect(page.getByText(told)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'certification-errors-en')

  await page.getByLabel(certification!.legalName!).fill('Nguyễn Thị Chi')
  await page.getByLabel('Day').selectOption('17')
  await page.getByLabel('Month').selectOption('May')
  await page.getByLabel('Year').selectOption('1990')
  await page.getByRole('button', { name: 'Vietnam' }).click()
  await page.getByLabel(nation!.search!).fill('Thail')
  await page.getByRole('button', { name: /Thailand/ }).click()
  await expect(page.getByRole('button', { name: 'Thailand' })).toBeVisible()
  await expect(page.getByLabel(certification!.legalName!)).toHaveValue('Nguyễn Thị Chi')
  await page.getByLabel(certification!.documentNumber!).fill('C 1234 567')
  let lost = 0
  await page.route('**/api/v1/uploads', async (route) => {
    if (lost++ > 0) return route.continue()
    // The picture arrives and is kept; only the answer never comes back.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByLabel(certification!.choosePhoto!).setInputFiles(asFile(await photo()))
  await expect(page.getByText(common!.checking!)).toBeVisible()
  await expect(page.getByText(common!.checking!)).toBeHidden()
  await expect(page.getByRole('img', { name: certification!.photo! })).toBeVisible()
  expect(await house.app.db.query.selectFrom('upload').select('id').execute()).toHaveLength(1)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')])
  const uploaded = page.waitForResponse('**/api/v1/uploads')
  await page.getByLabel(certification!.replacePhoto!).setInputFiles(asFile(await sideways()))
  await uploaded
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expectAccessible(page)
  await picture(page, 'certification-filled-en')
  await page.getByRole('button', { name: certification!.apply! }).click()
  await expect(page.getByText(success!.saved!)).toBeVisible()
  await expect(page.getByRole('heading', { name: certification!.waiting! })).toBeVisible()
  await expect(page.getByText('••• 567')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'certification-waiting-en')
})

test('a certification is rejected with the reason, applied for again and passed', async ({ page, house }) => {
  const { certification, common, success, certification_reason: reasons } = await wordsOf('en')
  const chi = await house.player({ language: 'en' })
  const reviewer = await house.operator('reviewer')
  const first = await chi.call(applyForCertification, await application(chi), randomUUID())
  await reviewer.call(takeCertification, { id: first.id })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, chi, { path: '/my/certification', locale: 'en', url: house.playerUrl })
  await expect(page.getByRole('heading', { name: certification!.underReview! })).toBeVisible()
  const reason = { reason: 'photo_unreadable', text: 'The lower edge is missing.' } as const
  await reviewer.call(rejectCertification, { id: first.id, ...reason })
  await page.reload()
  await expect(page.getByText(reasons!.photo_unreadable!)).toBeVisible()
  await expect(page.getByText(reason.text)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'certification-rejected-en')

  await page.getByRole('button', { name: certification!.again! }).click()
  await expect(page.getByLabel(certification!.legalName!)).toHaveValue('Nguyễn Văn An')
  await page.getByLabel(certification!.documentNumber!).fill('C 1234 567')
  await page.getByLabel(certification!.choosePhoto!).setInputFiles(asFile(await photo(7)))
  await expect(page.getByRole('img', { name: certification!.photo! })).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await page.getByRole('button', { name: certification!.apply! }).click()
  await expect(page.getByRole('heading', { name: certification!.waiting! })).toBeVisible()
  const { query } = house.app.db
  const second = await query
    .selectFrom('certification')
    .select('id')
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  await reviewer.call(takeCertification, second)
  await reviewer.call(passCertification, second)
  await page.reload()
  await expect(page.getByRole('heading', { name: certification!.passed! })).toBeVisible()
  await page.getByRole('button', { name: common!.copy! }).click()
  await expect(page.getByText(success!.copied!)).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code.length).toBeGreaterThan(5)
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'certification-passed-en')
  await page.goto(`${house.playerUrl}/my/userdata`)
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  await expect(page.getByText(certification!.passed!)).toBeVisible()
  await picture(page, 'userdata-certified-en')
})

test('both passwords are changed with the old one, and neither becomes the other', async ({
  page,
  house,
  complaints,
}) => {
  const { account, password, common, success, refusal } = await wordsOf('vi')
  const dung = await house.player()
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  const save = () => page.getByRole('button', { name: common!.save! }).click()
  await enter(page, dung, { path: '/my/paypwd', locale: 'vi', url: house.playerUrl })
  await fill(account!.payment!, testPassword)
  await fill(account!.paymentRepeat!, testPassword)
  await save()
  await expect(page.getByText(refusal!.passwords_same!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'paypwd-set-vi')
  await fill(account!.payment!, 'paying with leaves')
  await fill(account!.paymentRepeat!, 'paying with leaves')
  await save()
  await expect(page.getByText(success!.saved!)).toBeVisible()
  await expect(page).not.toHaveURL(/paypwd/)

  await page.goto(`${house.playerUrl}/my/paypwd`)
  await fill(password!.paymentOld!, 'paying with stones')
  await fill(password!.paymentNew!, 'paying with clouds')
  await fill(password!.paymentNewRepeat!, 'paying with cloud')
  await page.getByLabel(password!.paymentNewRepeat!, { exact: true }).blur()
  await expect(page.getByText(refusal!.passwords_differ!)).toBeVisible()
  await fill(password!.paymentNewRepeat!, 'paying with clouds')
  await save()
  await expect(page.getByText(refusal!.old_payment_password_wrong!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'paypwd-change-vi')
  await fill(password!.paymentOld!, 'paying with leaves')
  await save()
  await expect(page.getByText(success!.modified!)).toBeVisible()

  await page.goto(`${house.playerUrl}/my/loginpwd`)
  await fill(password!.loginOld!, 'not this one')
  await fill(password!.loginNew!, '123456')
  await page.getByLabel(password!.loginNew!, { exact: true }).blur()
  await expect(page.getByText(refusal!.password_common!)).toBeVisible()
  await fill(password!.loginNew!, 'seven quiet rivers')
  await fill(password!.loginRepeat!, 'seven quiet rivers')
  await save()
  await expect(page.getByText(refusal!.login_password_wrong!)).toBeVisible()
  await expect(page.getByLabel(password!.loginOld!, { exact: true })).toBeFocused()
  await expectAccessible(page)
  await picture(page, 'loginpwd-vi')
  await fill(password!.loginOld!, testPassword)
  await save()
  await expect(page.getByText(success!.modified!)).toBeVisible()
  await house.visitor().signIn(dung.account, 'seven quiet rivers')
  expect(statuses(complaints)).toEqual(['422', '403', '403'])
})
