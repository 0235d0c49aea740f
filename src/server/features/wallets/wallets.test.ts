import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint'
import { addWallet, listWallets, removeWallet, setDefaultWallet } from '#contract/money/wallets'
import { changeLoginPassword, setPaymentPassword } from '#contract/people/profile'
import { walletsMost } from '#core/rules/money/wallet'
import { bankForm, dayMs, digitalForm, ethereumAddress, paymentPassword, tronAddress } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, testPassword } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

async function payer(given: Parameters<House['player']>[0] = {}): Promise<Player> {
  const player = await house.player(given)
  await player.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword })
  return player
}

/** The text with another last character. */
const mistyped = (address: string) => `${address.slice(0, -1)}${address.endsWith('2') ? '3' : '2'}`

const add = (player: Player, form: Input<typeof addWallet>, key = randomUUID()) => player.call(addWallet, form, key)

describe('adding', () => {
  test('an address and a card: both are listed, the card’s number only in part, usable after a day, with a notice', async () => {
    const an = await payer({ certified: true, language: 'fr' })
    const usableFrom = house.clock.nowMs() + dayMs
    const digital = digitalForm()
    expect(await add(an, digital)).toMatchObject({ usableFrom, nameDiffers: false })
    await add(an, { ...bankForm(), cardNumber: '6222 0200 1234 5678', contact: 'telegram: an' })
    const { items } = await an.call(listWallets, {})
    expect(items).toMatchObject([
      { kind: 'digital', network: 'TRC20', address: digital.address, isDefault: true, usableFrom },
      { kind: 'bank', cardEnd: '5678', cardPhone: '+84912345678', routing: '021000021', isDefault: false },
    ])
    const raw = await (await an.fetch('/api/v1/wallets')).text()
    expect(raw).not.toMatch(/6222 ?02|02 ?00 ?123/)
    const mails = await house.mailsTo(`${an.account}@players.example`, isAbout('fr'), 2)
    expect(mails[0]!.text).toContain('3 nov. 2026, 04:00 UTC')
  })

  test('neither the database nor the log contains a readable card number', async () => {
    const an = await payer()
    await add(an, { ...bankForm(), cardNumber: '4000 1234 5678 9017' })
    const rows = await house.app.db.query.selectFrom('wallet').selectAll().where('player_id', '=', an.id).execute()
    const answers = await house.app.db.query.selectFrom('stored_answer').selectAll().execute()
    const kept = [...rows, ...answers]
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join()
    expect(kept).toContain('First Example Bank')
    for (const text of [kept, house.logged.join('')]) expect(text).not.toMatch(/4000 ?1234|5678 ?9017|00123456/)
  })

  const wrong: [string, object, string][] = [
    ['network', { ...digitalForm(), network: 'BEP20' }, 'kind_unknown'],
    ['currency', { ...digitalForm(), currency: 'BTC' }, 'kind_unknown'],
    ['kind', { kind: 'cash', paymentPassword }, 'kind_unknown'],
    ['address', { ...digitalForm(), address: '' }, 'address_missing'],
    ['address', { ...digitalForm(), address: mistyped(tronAddress()) }, 'address_malformed'],
    ['address', { ...digitalForm(), address: ethereumAddress() }, 'address_malformed'],
    [
      'address',
      { ...digitalForm(), network: 'ERC20', address: `0x${'5aaeb6053f3e94c9'.repeat(2)}69ab3f1c` },
      'address_malformed',
    ],
    ['bankName', { ...bankForm(), bankName: '  ' }, 'bank_name_missing'],
    ['bankAddress', { ...bankForm(), bankAddress: '\u202E' }, 'bank_address_missing'],
    ['cardNumber', { ...bankForm(), cardNumber: '' }, 'card_number_missing'],
    ['cardNumber', { ...bankForm(), cardNumber: '1234567' }, 'card_number_malformed'],
    ['cardNumber', { ...bankForm(), cardNumber: '6222x20012345678' }, 'card_number_malformed'],
    ['cardPhone', { ...bankForm(), cardPhone: '' }, 'phone_missing'],
    ['cardPhone', { ...bankForm(), cardPhone: '12345' }, 'phone_malformed'],
    ['routing', { ...bankForm(), routing: ' ' }, 'routing_missing'],
    ['routing', { ...bankForm(), routing: '021000022' }, 'routing_malformed'],
    ['cardholder', { ...bankForm(), cardholder: '' }, 'cardholder_missing'],
    ['contact', { ...bankForm(), contact: ' ' }, 'contact_missing'],
    ['contact', { ...bankForm(), contact: 'x'.repeat(201) }, 'contact_long'],
    ['paymentPassword', { ...digitalForm(), paymentPassword: 'another one' }, 'payment_password_wrong'],
    ['paymentPassword', { ...digitalForm(), paymentPassword: '' }, 'payment_password_missing'],
  ]
  test.each(wrong)('a wrong %s is refused as such', async (field, form, code) => {
    const an = await payer()
    const response = await an.fetch('/api/v1/wallets', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(form),
    })
    expect(await response.json()).toMatchObject({ code, facts: { field } })
    expect((await an.call(listWallets, {})).items).toEqual([])
  })

  test('refuses a player without a payment password', async () => {
    const an = await house.player()
    await expect(add(an, digitalForm())).rejects.toMatchObject({ code: 'payment_password_unset' })
  })

  test('the same wallet twice is refused, however the card is written; of ten at once one is added', async () => {
    const an = await payer()
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        add(an, { ...bankForm(), cardNumber: at % 2 ? '6222-0200-1234-0000' : '6222020012340000' }),
      ),
    )
    const codes = results.map((each) => (each.status === 'fulfilled' ? 'added' : (each.reason as Error).message))
    expect(codes.sort()).toEqual(['added', ...Array<string>(9).fill('wallet_known')])
  })

  test('at most ten are allowed, even when several compete for the last places', async () => {
    const an = await payer()
    for (let at = 0; at < walletsMost - 1; at++) await add(an, digitalForm())
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => add(an, digitalForm())))
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    await expect(add(an, digitalForm())).rejects.toMatchObject({ code: 'wallets_too_many', facts: { max: '10' } })
  })

  test('a card in another name than the certified one is flagged to its owner, ignoring accents and order', async () => {
    const an = await payer({ certified: true })
    expect((await add(an, { ...bankForm(), cardholder: 'AN, Nguyen Van' })).nameDiffers).toBe(false)
    expect((await add(an, { ...bankForm(), cardholder: 'Tran Thi Binh' })).nameDiffers).toBe(true)
    const { items } = await an.call(listWallets, {})
    expect(items.map((wallet) => wallet.nameDiffers)).toEqual([false, true])
  })

  test.each([
    ['frozen', true],
    ['restricted', true],
    ['abnormal', false],
  ])('a player who is %s may add one: %s', async (status, may) => {
    const an = await payer()
    await house.app.db.query.updateTable('player').set({ status }).where('id', '=', an.id).execute()
    const adding = add(an, digitalForm())
    if (may) await adding
    else await expect(adding).rejects.toMatchObject({ code: 'account_abnormal' })
  })

  test('happens once per idempotency key, and needs the login password again after half an hour', async () => {
    const an = await payer()
    const [form, key] = [digitalForm(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(an, form, key)))
    expect(new Set(answers.map((each) => each.id))).toEqual(new Set([key]))
    await expect(add(an, digitalForm(), key)).rejects.toMatchObject({ code: 'repeat_submission' })
    house.clock.forward(31 * 60_000)
    await expect(add(an, digitalForm())).rejects.toMatchObject({ code: 'confirm_again' })
  })
})

describe('managing', () => {
  test('there is one default, and another wallet becomes it when it is removed', async () => {
    const an = await payer()
    const later = async () => {
      house.clock.forward(1_000)
      return add(an, digitalForm())
    }
    const [first, second, third] = [await later(), await later(), await later()]
    await Promise.all([second, third, second].map(({ id }) => an.call(setDefaultWallet, { id })))
    await an.call(setDefaultWallet, { id: third.id })
    const listed = async () => (await an.call(listWallets, {})).items.map(({ id, isDefault }) => [id, isDefault])
    expect(await listed()).toEqual([
      [third.id, true],
      [first.id, false],
      [second.id, false],
    ])
    await an.call(removeWallet, { id: third.id })
    expect(await listed()).toEqual([
      [first.id, true],
      [second.id, false],
    ])
    await expect(an.call(removeWallet, { id: third.id })).rejects.toMatchObject({ code: 'wallet_unknown' })
    await expect(an.call(setDefaultWallet, { id: third.id })).rejects.toMatchObject({ code: 'wallet_unknown' })
  })

  test('any device still logged in can remove a wallet without the payment password; added again, it waits again', async () => {
    const an = await payer()
    const oldDevice = house.visitor()
    await oldDevice.signIn(an.account, an.password)
    const form = digitalForm()
    const { id } = await add(an, form)
    await oldDevice.call(removeWallet, { id })
    expect((await an.call(listWallets, {})).items).toEqual([])
    house.clock.forward(60_000)
    expect((await add(an, form)).usableFrom).toBe(house.clock.nowMs() + dayMs)
  })
})

const isAbout = (language: 'fr') => (mail: { text: string }) =>
  mail.text.includes(texts[language].mail.what.wallet_added.split('{{time}}')[0]!.trim())

test('adding and removing again and again sends sixty notices at once, then waits; the password can be changed meanwhile', async () => {
  const an = await payer()
  for (let number = 1; number <= 60; number++) {
    const { id } = await add(an, digitalForm())
    await an.call(removeWallet, { id })
  }
  await expect(add(an, digitalForm())).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await an.call(listWallets, {})).items).toEqual([])
  const password = 'another password'
  await an.call(changeLoginPassword, { old: testPassword, password, repeat: password })
  house.clock.forward(600_000)
  await add(an, digitalForm())
})
