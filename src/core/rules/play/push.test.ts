import { expect, test } from 'vitest'
import { mayNotify, pushKinds } from './push.ts'

const nowMs = 1_000_000

test.each(pushKinds)('a player hears of %s only if they want it and are not excluded', (kind) => {
  const others = pushKinds.filter((each) => each !== kind)
  expect(mayNotify(kind, { wanted: [kind], excludedUntilMs: null }, nowMs)).toBe(true)
  expect(mayNotify(kind, { wanted: others, excludedUntilMs: null }, nowMs)).toBe(false)
  expect(mayNotify(kind, { wanted: pushKinds, excludedUntilMs: nowMs + 1 }, nowMs)).toBe(false)
  expect(mayNotify(kind, { wanted: pushKinds, excludedUntilMs: nowMs }, nowMs)).toBe(true)
})
