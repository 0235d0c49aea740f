import { openDrawHouse } from '#server/testing/draws/draw-house'
import { expect, test } from '../journey.ts'
import { betNow, drawn } from './draw-journey.ts'

const relays = ['https://one.relay.example', 'https://two.relay.example']

test('a page opened at a draw asks the beacon’s relays itself, and tells when one says otherwise', async ({ page }) => {
  const house = await openDrawHouse({ beacon: 'public', beaconRelays: relays })
  const an = await house.player({ certified: true, balance: '100.00' })
  const drawId = await betNow(an, 'speed_racing', ['pk10.position_number@1 7 2.00'])
  await drawn(house, drawId)
  let lies = false
  const asked: string[] = []
  await page.route('https://*.relay.example/**', async (route) => {
    const [, chainHash, , round] = new URL(route.request().url()).pathname.split('/')
    asked.push(new URL(route.request().url()).origin)
    const told = await house.beacon.fetch(Number(round) - (lies ? 1 : 0))
    expect(chainHash).toBe(house.beacon.chain.chainHash)
    const headers = { 'access-control-allow-origin': '*' }
    await route.fulfill({ headers, json: { round: Number(round), signature: told!.signature } })
  })
  const policyAt = async (path: string) =>
    (await page.goto(`${house.playerUrl}${path}?lang=en`))!.headers()['content-security-policy']!

  expect(await policyAt('/')).toContain("connect-src 'self';")
  await page.clock.setFixedTime(house.clock.nowMs())
  expect(await policyAt(`/fair/${drawId}`)).toContain(`connect-src 'self' ${relays.join(' ')};`)
  await page.getByText('The random value is genuine').click()
  const step = page.getByRole('listitem').filter({ hasText: 'The random value is genuine' })
  await expect(step).toContainText(/Relays asked\s*2/)
  expect(asked.toSorted()).toEqual(relays)

  lies = true
  await page.reload()
  await expect(step).toContainText('Another source tells another signature.')
  await page.goto('about:blank')
  await house.close()
})
