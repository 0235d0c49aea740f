import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { register } from './people/accounts.ts'
import { me } from './people/me.ts'
import { Refused, addressOf, createClient } from './client.ts'
import { endpoint } from './endpoint.ts'
import { inputRefusal } from './input-refusal.ts'
import { preferredLocale } from './locales.ts'
import { uploadPicture, viewUpload } from './uploads.ts'
import { Amount, Instant, SignedAmount, pageInput, pageOf } from './wire.ts'

describe('amounts on the wire', () => {
  test('are text outside and cents inside', () => {
    expect(z.decode(Amount, '10.50')).toBe(1050n)
    expect(z.encode(Amount, z.decode(Amount, '10.50'))).toBe('10.50')
  })

  test.each(['-10.50', '-0.01', '0.00', '10.50'])('a movement of %s comes back as it went', (text) => {
    expect(z.encode(SignedAmount, z.decode(SignedAmount, text))).toBe(text)
    expect(z.decode(SignedAmount, text)).toBe(BigInt(text.replace('.', '')))
  })

  const hostile: unknown[] = [
    -1,
    0,
    -0,
    0.001,
    5,
    1e3,
    1e308,
    NaN,
    Infinity,
    ' ',
    '5',
    '-1',
    '-1.00',
    '-0.00',
    '0.001',
    '1e3',
    '1e308',
    'NaN',
    'Infinity',
    '0x10',
    '１２.00',
    ' 5.00',
    '5.00 ',
    '5,0',
    '5,00',
    '1.000,00',
    '9007199254740993',
    '9007199254740993.0',
    '99999999999999.00',
    '5.',
    '.5',
    '5.0',
    '05.00',
    '5.00\u0000',
    '5.00\n',
    '٥.٠٠',
    '５.００',
    '1_000.00',
    '+5.00',
    '5.00€',
    '$5.00',
    '5.00 USD',
    "5.00' or 1=1",
    '<b>5.00</b>',
    [],
    ['5.00'],
    {},
    { value: '5.00' },
    null,
    true,
    false,
    'null',
    'true',
    '[]',
    '0b1',
    '0o7',
    '1/2',
    '5..00',
    '5.00.00',
    '∞',
    '½',
  ]

  test.each(hostile.map((value) => [value]))('%j is an abnormal amount', (value) => {
    const parsed = z.safeDecode(z.strictObject({ amount: Amount }), { amount: value } as never)
    expect(parsed.success).toBe(false)
    expect(inputRefusal(parsed.error!.issues).code).toBe('amount_abnormal')
  })

  test.each([[''], [undefined]])('%j is not abnormal: the amount is yet to be entered', (value) => {
    const parsed = z.safeDecode(z.strictObject({ amount: Amount }), { amount: value } as never)
    expect(inputRefusal(parsed.error!.issues).code).toBe('amount_missing')
  })
})

test('instants are ISO text in UTC outside and milliseconds inside', () => {
  expect(z.decode(Instant, '2026-11-02T04:00:00.000Z')).toBe(Date.UTC(2026, 10, 2, 4))
  expect(z.encode(Instant, 0)).toBe('1970-01-01T00:00:00.000Z')
  expect(z.safeDecode(Instant, '2026-11-02T04:00:00+02:00').success).toBe(false)
})

describe('the client', () => {
  const list = endpoint({
    method: 'GET',
    path: '/things/:kind',
    summary: 'For this test',
    who: 'anyone',
    input: z.strictObject({ kind: z.string(), ...pageInput }),
    output: pageOf(z.strictObject({ price: Amount })),
    refuses: [],
    limit: 'read',
  })
  const sent: Parameters<Parameters<typeof createClient>[0]>[0][] = []
  const answering = (status: number, body: unknown) =>
    createClient(async (request) => {
      sent.push(request)
      return { status, body }
    })

  test('puts fields where they belong and reads amounts as cents', async () => {
    const page = await answering(200, { items: [{ price: '1.00' }], next: null })(list, { kind: 'a/b', after: 'x1' })
    expect(sent.at(-1)).toEqual({ method: 'GET', url: '/api/v1/things/a%2Fb?after=x1', headers: {} })
    expect(page.items[0]!.price).toBe(100n)
  })

  test('sends a body as JSON under its key', async () => {
    const form = {
      account: 'abc',
      nickname: 'A',
      email: 'a@b.example',
      country: 'VN',
      phone: '0901234567',
      password: 'six leaves',
      repeat: 'six leaves',
      invitationCode: 'X',
      isOver18: true as const,
    }
    await answering(200, { account: 'abc' })(register, form, 'the-key')
    expect(sent.at(-1)).toMatchObject({
      headers: { 'content-type': 'application/json', 'idempotency-key': 'the-key' },
      body: JSON.stringify(form),
    })
  })

  test('sends a picture as a form, whose type its transport chooses, and knows where one is shown from', async () => {
    const id = '3b241101-e2bb-4255-8caf-4136c566a962'
    const file = new Blob(['x'])
    await answering(200, { id, width: 1, height: 1 })(uploadPicture, { purpose: 'chat', file }, 'the-key')
    expect(sent.at(-1)).toEqual({
      method: 'POST',
      url: '/api/v1/uploads',
      headers: { 'idempotency-key': 'the-key' },
      form: { fields: { purpose: 'chat' }, file },
    })
    expect(addressOf(viewUpload, { id })).toBe(`/api/v1/uploads/${id}`)
  })

  test('leaves out what a newer server adds to an answer, and takes nothing else for one', async () => {
    const answer = (thing: object) => ({ items: [thing], next: null, added: { more: true } })
    const read = (thing: object) => answering(200, answer(thing))(list, { kind: 'a' })
    expect(await read({ price: '1.00', added: 1 })).toEqual({ items: [{ price: 100n }], next: null })
    await expect(read({ price: 'a lot', added: 1 })).rejects.toThrow()
    await expect(read({ added: 1 })).rejects.toThrow()
  })

  test('throws what the server refused with, and calls anything else a fault', async () => {
    const refused = answering(409, { code: 'identity_taken', facts: { field: 'email' } })(me, {})
    await expect(refused).rejects.toMatchObject({ code: 'identity_taken', facts: { field: 'email' } })
    await expect(refused).rejects.toBeInstanceOf(Refused)
    for (const answer of ['<html>', { code: 'Bad gateway' }, { code: 502 }])
      await expect(answering(502, answer)(me, {})).rejects.toMatchObject({ code: 'fault' })
  })
})

test.each([
  ['vi', 'vi'],
  ['en-GB,en;q=0.8', 'en'],
  ['zh-TW, ko;q=0.5', 'zh-CN'],
  ['xx, fr-CA;q=0.7', 'fr'],
  ['*', null],
  ['', null],
  [undefined, null],
])('Accept-Language %j is answered in %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale)
})
