import { expect, test } from 'vitest'
import { asCsv } from './csv.ts'

const field = (text: string) => asCsv([[text]]).slice(2, -3)

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '＋1',
  '－1+1',
  '＠SUM',
  '﹦1',
  '\n=1',
  ' =1',
  '\u200b=1',
  '\u3000＝1',
])('a cell that begins as %j is no formula to any spreadsheet', (text) => expect(field(text)).toBe(`'${text}`))

test.each(['-12.50', '12.50', 'a=b', 'Nguyễn Văn An', ''])('%j stays as it is', (text) =>
  expect(field(text)).toBe(text),
)
