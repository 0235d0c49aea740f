import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWallet } from '#contract/money/wallets'
import { bankForm, digitalForm, tronAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, registration, testPassword } from '../../testing/person.ts'
import { type LinkReason, findLinks, linksOf } from './links.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

const most = 100
const linked = async (player: Player, reason: LinkReason) => {
  const links = await linksOf(house.app.db.query, [player.id], { most })
  return links
    .filter((link) => link.reason === reason)
    .map(({ a, b }) => (a === player.id ? b : a))
    .sort()
}

describe('two accounts are linked', () => {
  test('by a browser that logged in to both', async () => {
    const [an, binh, chi] = [await house.player(), await house.player(), await house.player()]
    const browser = house.visitor()
    await browser.signIn(an.account, testPassword)
    await browser.signIn(binh.account, testPassword)
    await browser.signIn(an.account, testPassword)
    expect(await linked(an, 'device')).toEqual([binh.id])
    expect(await linked(binh, 'device')).toEqual([an.id])
    expect(await linked(chi, 'device')).toEqual([])
  })

  test('by a browser whose token is of a former release', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    const browser = house.visitor()
    browser.cookies.set('clearball-device', 'A'.repeat(43))
    await browser.signIn(an.account, testPassword)
    await browser.signIn(binh.account, testPassword)
    expect(await linked(an, 'device')).toEqual([binh.id])
  })

  test('not by a token that we cannot have written', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    for (const player of [an, binh]) {
      const browser = house.visitor()
      browser.cookies.set('clearball-device', 'x')
      await browser.signIn(player.account, testPassword)
    }
    expect(await linked(an, 'device')).toEqual([])
  })

  test('by a wallet, by a card and by the inviter, each as what it is', async () => {
    const [an, binh] = [await withdrawer(house, '1.00'), await withdrawer(house, '1.00')]
    const [address, card] = [tronAddress(), bankForm()]
    for (const player of [an, binh]) {
      await player.call(addWallet, digitalForm(address), randomUUID())
      await player.call(addWallet, card, randomUUID())
    }
    expect(await linked(an, 'wallet')).toEqual([binh.id])
    expect(await linked(an, 'card')).toEqual([binh.id])
    expect(await linked(an, 'document')).toEqual([])
    const { code } = await house.app.db.query
      .selectFrom('invitation')
      .select('code')
      .where('player_id', '=', an.id)
      .executeTakeFirstOrThrow()
    const visitor = house.visitor()
    await visitor.register({ ...registration('invited_by_an'), invitationCode: code })
    const [link] = (await linksOf(house.app.db.query, [an.id], { most })).filter(({ reason }) => reason === 'inviter')
    expect(link).toMatchObject({ a: an.id, reason: 'inviter' })
  })
})

describe('what very many share', () => {
  test('is cut, and that is said', async () => {
    for (let number = 0; number < 60; number++) await house.player()
    const an = await house.player()
    const { links, reasonsCut } = await findLinks(house.app.db.query, [an.id], { most: 20 })
    expect(links.filter(({ reason }) => reason === 'address')).toHaveLength(20)
    expect(reasonsCut).toEqual(['address'])
    // Fewer are listed than were asked for, because of one shared thing some fifty accounts are listed.
    const all = await findLinks(house.app.db.query, [an.id], { most: 1_000 })
    expect(all.links.filter(({ reason }) => reason === 'address').length).toBeLessThanOrEqual(51)
    expect(all.reasonsCut).toEqual(['address'])
  })

  test('two players of one question are linked once', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    const browser = house.visitor()
    await browser.signIn(an.account, testPassword)
    await browser.signIn(binh.account, testPassword)
    const links = await linksOf(house.app.db.query, [an.id, binh.id, an.id], { most })
    expect(links.filter(({ reason }) => reason === 'device')).toHaveLength(1)
    expect(await linksOf(house.app.db.query, [], { most })).toEqual([])
  })
})
