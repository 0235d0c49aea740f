import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { site } from '#contract/site'
import { type House, openHouse } from '../../testing/open-house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ licence: 'Licence 7', languagesOffered: ['fr', 'vi'], passwordLengthMin: 9 })
})
afterAll(() => house.close())

test('anyone can read the site’s configured facts and the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(await house.visitor().call(site, {})).toEqual({
    mode: 'demo',
    beacon: 'house',
    licence: 'Licence 7',
    version,
    languages: ['fr', 'vi'],
    passwordLengthMin: 9,
    showsMails: false,
    pushKey: house.app.config.push!.publicKey,
  })
})
