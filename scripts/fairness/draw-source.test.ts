import { expect, test } from 'vitest'
import { kinds } from '#core/fairness/numbers'
import { compareWithCore, SeedSource } from './draw-source.ts'

test.each(kinds)('the fast numbers of the statistics are those of the core: %s', (kind) => {
  expect(compareWithCore(kind, new SeedSource('test'), 100)).toBe(0)
})
