import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AddressCountries, readAddressCountries } from './address-countries.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'addresses-'))))
afterAll(() => rm(folder, { recursive: true }))

async function read(text: string): Promise<AddressCountries> {
  const path = join(folder, 'ranges.txt')
  await writeFile(path, text)
  return readAddressCountries(path)
}

test('an address has the country of the smallest range that encloses it, and none outside of all', async () => {
  const { countryOf } = await read(`# made up
203.0.113.0/24 VN
203.0.113.64/26, TH
198.51.100.0/24;JP
10.0.0.0/8 DE
2001:db8::/32 KR
2001:db8:ffff::/48 FR`)
  expect(countryOf('203.0.113.1')).toBe('VN')
  expect(countryOf('203.0.113.64')).toBe('TH')
  expect(countryOf('203.0.113.127')).toBe('TH')
  expect(countryOf('203.0.113.128')).toBe('VN')
  expect(countryOf('::ffff:198.51.100.7')).toBe('JP')
  expect(countryOf('10.255.255.255')).toBe('DE')
  expect(countryOf('11.0.0.0')).toBeNull()
  expect(countryOf('2001:db8:1::5')).toBe('KR')
  expect(countryOf('2001:db8:ffff:1::')).toBe('FR')
  expect(countryOf('2001:db9::')).toBeNull()
  expect(countryOf('no address')).toBeNull()
})

test.each(['203.0.113.0/33 VN', '203.0.113.0 VN', '203.0.113.0/24 vn', '300.0.0.0/8 VN', 'VN'])(
  'a file with the line %j is refused, and the line is named',
  async (line) => {
    await expect(read(`203.0.113.0/24 VN\n${line}`)).rejects.toThrow('line 2')
  },
)
