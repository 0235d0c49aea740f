import { expect, test } from 'vitest'
import { plainDocumentNumber } from './certification.ts'

test.each(['B 123-45', 'b12345', 'B.123/45 ', 'Ｂ１２３４５'])('%j is one and the same number', (text) => {
  expect(plainDocumentNumber(text)).toBe('B12345')
})
