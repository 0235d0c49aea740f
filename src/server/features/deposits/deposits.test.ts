import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { depositOptions, listDeposits, requestDeposit, viewDeposit } from '#contract/money/deposits'
import { rejectDeposit } from '#contract/console/deposits'
import { setPlayerStatus } from '#contract/console/players'
import { closeAccount } from '#contract/people/profile'
import { openDepositsMost } from '#core/rules/money/deposit'
import {
  depositForm,
  money,
  publishAddress,
  transactionId,
  uploadVoucher,
  voucherPicture,
} from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'

let house: House
let finance: Visitor
let address: string
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  address = await publishAddress(finance, await house.operator('admin'))
})
afterEach(() => house.audit())
afterAll(() => house.close())

const depositor = () => house.player({ certified: true })
const send = async (
  player: Player,
  change: Partial<Awaited<ReturnType<typeof depositForm>>> = {},
  key = randomUUID(),
) => player.call(requestDeposit, { ...(await depositForm(player)), ...change }, key)
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code)).sort()

describe('before sending money', () => {
  test('a player sees the address in use, what its QR code says and the minimum', async () => {
    const an = await depositor()
    expect(await an.call(depositOptions, {})).toMatchObject({
      minimum: money('10.00'),
      usdt: [{ network: 'TRC20', address, qr: address }],
      card: null,
      blockedBy: null,
    })
  })

  test('a player who is not certified, or frozen, learns it before sending money, and a request is refused', async () => {
    const [an, binh] = [await house.player(), await depositor()]
    expect((await an.call(depositOptions, {})).blockedBy).toBe('certification_required')
    await expect(send(an)).rejects.toMatchObject({ code: 'certification_required' })
    for (const [status, code] of [
      ['frozen', 'account_frozen'],
      ['restricted', 'account_restricted'],
      ['abnormal', 'account_abnormal'],
    ] as const) {
      await house.app.db.query.updateTable('player').set({ status }).where('id', '=', binh.id).execute()
      expect((await binh.call(depositOptions, {})).blockedBy).toBe(code)
      await expect(send(binh)).rejects.toMatchObject({ code })
    }
  })
})

describe('a request', () => {
  test('waits for review, is visible to its player only, and moves no money', async () => {
    const an = await depositor()
    const key = randomUUID()
    const form = await depositForm(an)
    expect(await an.call(requestDeposit, form, key)).toEqual({ id: key, status: 'waiting' })
    expect(await an.call(viewDeposit, { id: key })).toMatchObject({
      id: key,
      currency: 'usdt',
      network: 'TRC20',
      sentTo: address,
      amount: money('50.00'),
      actual: null,
      status: 'waiting',
      reference: form.reference,
      reason: null,
      steps: [{ step: 'asked', at: house.clock.nowMs() }],
    })
    expect(await an.balance()).toBe('0.00')
    const binh = await depositor()
    expect((await binh.call(listDeposits, {})).items).toEqual([])
    await expect(binh.call(viewDeposit, { id: key })).rejects.toMatchObject({ code: 'deposit_unknown' })
  })

  test.each([
    [{ amount: money('9.99') }, 'amount_too_small', { min: '10.00', field: 'amount' }],
    [{ amount: money('0.00') }, 'amount_too_small', { field: 'amount' }],
    [{ reference: 'abc' }, 'reference_malformed', { field: 'reference' }],
    [{ reference: '' }, 'reference_malformed', { field: 'reference' }],
    [{ receivingId: randomUUID() }, 'receiving_unknown', { field: 'receivingId' }],
    [{ voucherId: randomUUID() }, 'picture_unknown', { field: 'voucherId' }],
  ])('with %o is refused: %s', async (change, code, facts) => {
    const an = await depositor()
    await expect(send(an, change)).rejects.toMatchObject({ code, facts })
    expect((await an.call(listDeposits, {})).items).toEqual([])
  })

  test.each([
    ['vi', '10,00\u00A0$'],
    ['en', '$10.00'],
    ['ru', '10,00\u00A0$'],
  ])(
    'that is too small names the minimum as %s writes money, and for programs in the wire’s form',
    async (locale, said) => {
      const an = await depositor()
      const form = { ...(await depositForm(an)), amount: '9.99' }
      const response = await an.fetch('/api/v1/deposits', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': locale, 'idempotency-key': randomUUID() },
        body: JSON.stringify(form),
      })
      const { detail, facts } = (await response.json()) as { detail: string; facts: object }
      expect(detail).toContain(said)
      expect(facts).toEqual({ min: '10.00', field: 'amount' })
    },
  )

  test('cannot use a picture of another player or for another purpose', async () => {
    const [an, binh] = [await depositor(), await depositor()]
    const theirs = await uploadVoucher(binh)
    await expect(send(an, { voucherId: theirs })).rejects.toMatchObject({ code: 'picture_unknown' })
  })

  test('J1: fifty copies at once under one idempotency key make one top-up; so do fifty under fifty keys', async () => {
    const an = await depositor()
    const [key, form] = [randomUUID(), await depositForm(an)]
    const same = await Promise.all(Array.from({ length: 50 }, () => an.call(requestDeposit, form, key)))
    expect(new Set(same.map(({ id }) => id))).toEqual(new Set([key]))
    const others = await Promise.allSettled(
      Array.from({ length: 50 }, () => an.call(requestDeposit, form, randomUUID())),
    )
    expect(new Set(codes(others))).toEqual(new Set(['repeat_submission']))
    await expect(an.call(requestDeposit, { ...form, amount: money('60.00') }, key)).rejects.toMatchObject({
      code: 'repeat_submission',
    })
    expect((await an.call(listDeposits, {})).items).toHaveLength(1)
  })

  test('J1: of fifty requests at once that share a picture or a reference one is accepted', async () => {
    const an = await depositor()
    const form = await depositForm(an)
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        an.call(requestDeposit, { ...form, ...(at % 2 && { reference: transactionId() }) }, randomUUID()),
      ),
    )
    expect(codes(results)).toEqual(['done', ...Array<string>(49).fill('repeat_submission')])
  })

  test('J2: the same picture is refused on another account, even when saved with other metadata', async () => {
    const [an, binh] = [await depositor(), await depositor()]
    const picture = await voucherPicture('0123456789abcdef01234567')
    await send(an, { voucherId: await uploadVoucher(an, picture) })
    const again = send(binh, { voucherId: await uploadVoucher(binh, picture) })
    await expect(again).rejects.toMatchObject({ code: 'repeat_submission', facts: { field: 'voucherId' } })
    const withTail = Buffer.concat([picture, Buffer.from('something after the picture’s end')])
    const tailed = send(binh, { voucherId: await uploadVoucher(binh, withTail) })
    await expect(tailed).rejects.toMatchObject({ code: 'repeat_submission', facts: { field: 'voucherId' } })
  })

  test('J3: one payment reference is claimed once, however it is written', async () => {
    const people: Player[] = []
    for (let at = 0; at < 6; at++) people.push(await depositor())
    const id = transactionId()
    const spellings = [id, `0x${id}`, id.toUpperCase(), ` ${id} `]
    const forms = await Promise.all(people.map((player) => depositForm(player)))
    const results = await Promise.allSettled(
      people.map((player, at) =>
        player.call(requestDeposit, { ...forms[at]!, reference: spellings[at % 4]! }, randomUUID()),
      ),
    )
    expect(codes(results)).toEqual(['done', ...Array<string>(5).fill('payment_claimed')])
    const last = await depositor()
    await expect(send(last, { reference: id })).rejects.toMatchObject({
      code: 'payment_claimed',
      facts: { field: 'reference' },
    })
    const first = people[results.findIndex(({ status }) => status === 'fulfilled')]!
    await expect(send(first, { reference: id })).rejects.toMatchObject({
      code: 'repeat_submission',
      facts: { field: 'reference' },
    })
  })

  test('a rejected payment may be claimed again, with a new picture', async () => {
    const an = await depositor()
    const form = await depositForm(an)
    const { id } = await an.call(requestDeposit, form, randomUUID())
    await finance.call(rejectDeposit, { id, reason: 'voucher_unreadable' })
    await send(an, { reference: form.reference })
  })

  test('at most five wait at a time, even when several requests compete for the last place', async () => {
    const an = await depositor()
    for (let at = 1; at < openDepositsMost; at++) await send(an)
    const forms = await Promise.all(Array.from({ length: 5 }, () => depositForm(an)))
    const results = await Promise.allSettled(forms.map((form) => an.call(requestDeposit, form, randomUUID())))
    expect(codes(results)).toEqual([...Array<string>(4).fill('deposits_too_many'), 'done'])
    expect((await an.call(depositOptions, {})).blockedBy).toBe('deposits_too_many')
  })

  test('needs the login password again after half an hour', async () => {
    const an = await depositor()
    const form = await depositForm(an)
    house.clock.forward(31 * 60_000)
    await expect(an.call(requestDeposit, form, randomUUID())).rejects.toMatchObject({ code: 'confirm_again' })
  })
})

test('an account whose top-up is yet to be decided cannot be closed: the money may be on its way', async () => {
  const an = await depositor()
  const { id } = await send(an)
  const close = () => an.call(closeAccount, { password: an.password })
  await expect(close()).rejects.toMatchObject({ code: 'requests_remain' })
  const risk = await house.operator('risk')
  const closing = risk.call(setPlayerStatus, { id: an.id, status: 'closed', reason: 'asked by letter' })
  await expect(closing).rejects.toMatchObject({ code: 'requests_remain' })
  await finance.call(rejectDeposit, { id, reason: 'not_arrived' })
  await close()
})

test('the list is paged, newest first, and can be asked for one status', async () => {
  const an = await depositor()
  const made = []
  for (let at = 0; at < 4; at++) {
    house.clock.forward(1_000)
    made.push((await send(an)).id)
  }
  await finance.call(rejectDeposit, { id: made[0]!, reason: 'not_arrived' })
  expect((await an.call(listDeposits, {})).items.map(({ id }) => id)).toEqual(made.toReversed())
  expect((await an.call(listDeposits, { status: 'rejected' })).items.map(({ id }) => id)).toEqual([made[0]])
})
