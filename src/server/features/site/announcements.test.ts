import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { announcements } from '#contract/site'
import { type House, openHouse } from '../../testing/open-house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const inAll = (text: string) => Object.fromEntries(locales.map((locale) => [locale, `${text} ${locale}`]))
const at = (afterMs: number) => new Date(house.clock.nowMs() + afterMs).toISOString()
const told = async () => (await house.visitor().call(announcements, { locale: 'th' })).items.map(({ text }) => text)

test('what is announced is told in the reader’s language from its beginning to its end, newest first', async () => {
  expect(await told()).toEqual([])
  const file = [
    { from: at(-2_000), until: at(3_600_000), texts: inAll('older') },
    { from: at(-1_000), until: at(3_600_000), texts: inAll('newer') },
    { from: at(60_000), until: at(3_600_000), texts: inAll('later') },
    { from: at(-60_000), until: at(0), texts: inAll('over') },
  ]
  await writeFile(join(house.app.config.dataFolder, 'announcements.json'), JSON.stringify(file))
  expect(await told()).toEqual(['newer th', 'older th'])
})
