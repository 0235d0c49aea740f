import { expect, test } from 'vitest'
import { invitationCode } from './invitation.ts'

test('every symbol comes from eight bytes alike, and none can be mistaken for another', () => {
  const code = invitationCode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const counts = Map.groupBy(code, (symbol) => symbol)
  expect(counts.size).toBe(32)
  expect([...counts.values()].every((same) => same.length === 8)).toBe(true)
  expect(code).not.toMatch(/[01IO]/)
})
