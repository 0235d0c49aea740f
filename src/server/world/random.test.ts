import { expect, test } from 'vitest'
import { systemRandom } from './random.ts'

test('no random byte is handed out twice, whatever the sizes of the requests', () => {
  const uuids = Array.from({ length: 20_000 }, () => systemRandom.uuid())
  expect(new Set(uuids).size).toBe(uuids.length)
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const first = systemRandom.bytes(32)
  const copy = Buffer.from(first)
  for (let taken = 0; taken < 1_000; taken++) systemRandom.bytes(1 + (taken % 40))
  // The bytes were copied out of the pool, so refilling the pool does not change them.
  expect(Buffer.from(first).equals(copy)).toBe(true)
  expect(systemRandom.bytes(10_000)).toHaveLength(10_000)
})
