import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActions } from '#contract/console/desk'
import { listHouseTexts, setHouseText } from '#contract/console/texts'
import type { Input } from '#contract/endpoint'
import type { Locale } from '#contract/locales'
import { exportMe } from '#contract/people/profile'
import { houseTexts, site } from '#contract/site'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'

let house: House
let admin: Visitor
beforeAll(async () => {
  house = await openHouse({ licence: 'Licence 7 of the authority' })
  admin = await house.operator('admin')
})
afterAll(() => house.close())

const reason = 'worded by our lawyers'
const set = (text: Omit<Input<typeof setHouseText>, 'reason'>) => admin.call(setHouseText, { ...text, reason })
const shown = (locale: Locale) => house.visitor().call(houseTexts, { locale })

test('a text applies in its language from its start, and removing it restores the built-in text', async () => {
  expect(await shown('fr')).toMatchObject({ about: null, licence: null })
  const effectiveAt = house.clock.nowMs() + 3_600_000
  await set({ name: 'about', language: 'fr', text: 'Nous sommes là.' })
  await set({ name: 'about', language: 'fr', text: 'Nous sommes à Paris.\nVenez.', effectiveAt })
  expect(await shown('fr')).toMatchObject({ about: 'Nous sommes là.', licence: null })
  expect(await shown('en')).toMatchObject({ about: null, licence: null })
  house.clock.to(effectiveAt)
  admin = await house.operator('admin')
  expect((await shown('fr')).about).toBe('Nous sommes à Paris.\nVenez.')
  await set({ name: 'about', language: 'fr', text: null })
  expect((await shown('fr')).about).toBeNull()
  const { items } = await admin.call(listHouseTexts, {})
  const own = items.find(({ name, language }) => name === 'about' && language === 'fr')!
  expect(own.history.map(({ text, by }) => [text, by])).toEqual([
    [null, 'admin'],
    ['Nous sommes à Paris.\nVenez.', 'admin'],
    ['Nous sommes là.', 'admin'],
  ])
  const [last] = (await admin.call(listActions, { subject: 'text:about:fr' })).items
  expect(last).toMatchObject({
    reason,
    before: { text: 'Nous sommes à Paris.\nVenez.' },
    after: { text: null },
  })
})

test('the configured licence is neither replaced nor emptied from the console', async () => {
  await set({ name: 'licence', language: 'en', text: 'Complaints: authority.example' })
  await set({ name: 'licence', language: 'en', text: null })
  expect((await house.visitor().call(site, {})).licence).toBe('Licence 7 of the authority')
  expect((await admin.call(listHouseTexts, {})).configuredLicence).toBe('Licence 7 of the authority')
})

test.each([
  ['message_missing', ' '],
  ['message_long', 'x'.repeat(20_001)],
  ['destination_in_text', 'Pay to 4111 1111 1111 1111'],
])('%s', async (code, text) => {
  await expect(set({ name: 'about', language: 'en', text })).rejects.toMatchObject({ code })
})

test('a player who registers agrees to the terms in force in their language, and finds the version in their data', async () => {
  const agreed = async () => {
    const player = await house.player({ language: 'ko' })
    const { profile } = (await player.call(exportMe, {})) as { profile: { agreed_version: string } }
    return profile.agreed_version
  }
  expect(await shown('ko')).toMatchObject({ terms: null, termsVersion: '2026-11' })
  expect(await agreed()).toBe('2026-11')
  await set({ name: 'terms', language: 'ko', text: '1. 우리의 약관' })
  const { terms, termsVersion } = await shown('ko')
  expect(terms).toBe('1. 우리의 약관')
  expect(termsVersion).toMatch(/^2026-11-02 ko \d+$/)
  expect(await agreed()).toBe(termsVersion)
  await set({ name: 'terms', language: 'ko', text: '1. 새 약관' })
  expect((await shown('ko')).termsVersion).not.toBe(termsVersion)
  expect((await shown('ja')).termsVersion).toBe('2026-11')
})
