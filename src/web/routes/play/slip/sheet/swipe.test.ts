import { expect, test } from 'vitest'
import { isSwiped } from './swipe.ts'

test('a line goes when it was moved a third of its width, to either side, and not by an unsteady tap', () => {
  expect(isSwiped(20, 350)).toBe(false)
  expect(isSwiped(104, 350)).toBe(false)
  expect(isSwiped(105, 350)).toBe(true)
  expect(isSwiped(-105, 350)).toBe(true)
  expect(isSwiped(60, 100)).toBe(false)
})
