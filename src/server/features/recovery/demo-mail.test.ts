import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { me } from '#contract/people/me'
import { askChange, confirmChange } from '#contract/people/profile'
import { askRecovery, demoMail, recover } from '#contract/people/recovery'
import { site } from '#contract/site'
import { codeLifeMs } from '#core/rules/verification-code'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ smtpUrl: null })
})
afterAll(() => house.close())

const fresh = 'seven quiet rivers'

/** Asks for a code with a solved captcha, as the page does. */
const ask = async (visitor: Visitor, account: string) =>
  visitor.call(askRecovery, { account, captcha: await visitor.captcha('recover') })

const codeIn = (mail: { subject: string } | null) => /\d{8}/.exec(mail!.subject)![0]

describe('a demonstration that sends no mail', () => {
  test('shows a player who forgot their password the mail with the code, and the code sets a new password', async () => {
    expect(await house.visitor().call(site, {})).toMatchObject({ showsMails: true })
    const an = await house.player()
    await an.signOut()
    const { requestId } = await ask(an, an.account)
    const { mail } = await an.call(demoMail, { requestId })
    expect(mail!.body).toContain(codeIn(mail))
    await an.call(recover, { requestId, code: codeIn(mail), password: fresh, repeat: fresh })
    await an.signIn(an.account, fresh)
    expect(await an.call(me, {})).toMatchObject({ account: an.account })
  })

  test('shows each request its own mail and no other', async () => {
    const binh = await house.player()
    await binh.signOut()
    const first = await ask(binh, binh.account)
    const second = await ask(binh, `${binh.account}@players.example`)
    const codes = await Promise.all([first, second].map(async (each) => codeIn((await binh.call(demoMail, each)).mail)))
    const use = (requestId: string, code: string) =>
      binh.call(recover, { requestId, code, password: fresh, repeat: fresh })
    await expect(use(first.requestId, codes[1]!)).rejects.toMatchObject({ code: 'code_invalid' })
    await expect(use(second.requestId, codes[1]!)).resolves.toEqual({})
  })

  test('does not show the mail of another visitor’s account, as if there were none', async () => {
    const [chi, stranger] = [await house.player(), house.visitor()]
    const asked = await ask(stranger, chi.account)
    const nobody = await ask(stranger, 'nobody_at_all')
    const unknown = { requestId: randomUUID() }
    for (const each of [asked, nobody, unknown]) expect(await stranger.call(demoMail, each)).toEqual({ mail: null })
    const other = await house.player()
    expect(await other.call(demoMail, asked)).toEqual({ mail: null })
  })

  test('shows a player the code for a new address and a new number, until it expires', async () => {
    const dung = await house.player()
    const email = 'dung.new@players.example'
    const { requestId } = await dung.call(askChange, { field: 'email', email })
    expect(await house.visitor().call(demoMail, { requestId })).toEqual({ mail: null })
    const { mail } = await dung.call(demoMail, { requestId })
    await dung.call(confirmChange, { requestId, code: codeIn(mail) })
    expect(await dung.call(me, {})).toMatchObject({ email })
    const later = await dung.call(askChange, { field: 'phone', country: 'VN', phone: '0912345678' })
    expect((await dung.call(demoMail, later)).mail).not.toBeNull()
    house.clock.forward(codeLifeMs)
    expect(await dung.call(demoMail, later)).toEqual({ mail: null })
  })

  test('shows anybody the mail to the demo player, whose password is public', async () => {
    const player = await house.player({ account: 'demo' })
    const passerBy = house.visitor()
    const asked = await ask(passerBy, player.account)
    expect(await passerBy.call(demoMail, asked)).toEqual({ mail: null })
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    await owner.query(`update operator set email = 'admin@clearball.invalid' where account = 'admin'`)
    await owner.end()
    expect((await passerBy.call(demoMail, asked)).mail).not.toBeNull()
  })

  test('lists the call in its API description', async () => {
    const { paths } = (await (await house.visitor().fetch('/api/openapi.json')).json()) as { paths: object }
    expect(Object.keys(paths)).toContain('/demo/mails/{requestId}')
  })
})

test.each([
  ['with real money', { mode: 'real', smtpUrl: null }],
  ['where mail is sent', {}],
] as const)('%s there is no such call', async (_, settings) => {
  const other = await openHouse(settings)
  const player = await other.player()
  expect(await player.call(site, {})).toMatchObject({ showsMails: false })
  const { requestId } = await ask(player, player.account)
  for (const path of [`/api/v1/demo/mails/${requestId}`, '/api/v1/no-such-call']) {
    const { status } = await player.fetch(path)
    expect([path, status]).toEqual([path, 404])
  }
  const { paths } = (await (await player.fetch('/api/openapi.json')).json()) as { paths: object }
  expect(Object.keys(paths).filter((path) => path.startsWith('/demo'))).toEqual([])
  await other.close()
})
