import { expect, test } from 'vitest'
import { cellLayout, chipLayout } from './layout.ts'

test('chips with short texts have a column each, also three of them', () => {
  expect(chipLayout(['单球', '整体', '三球'])).toContain('grid-cols-3')
  expect(chipLayout(['1', '2', '3', '4', '5'])).toContain('grid-cols-5')
  expect(chipLayout(Array.from({ length: 10 }, (_, at) => String(at + 1)))).toContain('grid-cols-5')
})

test('chips with words share a row and wrap before a word breaks', () => {
  expect(chipLayout(['名次', '龙虎', '冠亚和'])).toBe('flex flex-wrap *:basis-[30%]')
  expect(chipLayout(['Sum', 'Each die', 'Same numbers', 'Different'])).toBe('flex flex-wrap *:basis-[22%]')
})

test('cells of words are as wide as their words, those of numbers follow the size of the text', () => {
  expect(cellLayout({ selections: ['big', 'small'] })).toContain('min-content')
  expect(cellLayout({ selections: ['tie'] })).toBe('grid-cols-1')
  expect(cellLayout({ selections: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] })).toMatch(/minmax\(3\.6rem/)
  expect(cellLayout({ selections: ['11+2', '11+3'] })).toMatch(/minmax\(5\.4rem/)
})
