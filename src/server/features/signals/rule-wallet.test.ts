import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { choices, openTown, settle } from '../../testing/signals/town.ts'
import { walletRule } from './rule-wallet.ts'

let house: House
beforeAll(async () => void (house = await openHouse({ hasMadeUpMoney: true })))
afterAll(() => house.abandon())

test('every further account on one wallet is a new fact, however many there are, and names the account that was added', async () => {
  const choose = choices('one card for sixty')
  const town = openTown(choose, house.clock.nowMs())
  const shared = choose.hash()
  const members = Array.from({ length: 60 }, (_, place) => {
    const id = town.person('member')
    return { id, wallet: town.wallet(id, town.nowMs - (60 - place) * 60_000, shared) }
  })
  await settle(house, town)
  const { query: db } = house.app.db
  const asked = { db, settings: await currentSettings(db, house.clock.nowMs()), addresses: null }
  // The account that was there first adds the card once more.
  const [found, ...others] = await walletRule.wallets!(asked, [members[0]!.wallet])
  expect(others).toEqual([])
  expect(found).toMatchObject({ fact: `${shared}:60`, facts: { kind: 'digital', accounts: '60' } })
  expect(found!.playerIds).toEqual([members[0]!, ...members.slice(-49).toReversed()].map(({ id }) => id))
})
