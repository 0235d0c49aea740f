import { expect, test } from 'vitest'
import { isSameName, plainCardNumber } from './wallet.ts'

test.each([
  ['Nguyễn Văn An', 'NGUYEN VAN AN'],
  ['Nguyễn Văn An', 'An Nguyen Van'],
  ['Nguyễn Văn An', 'nguyen  van-an'],
  ['Nguyễn Văn An', 'NguyenVan An'],
  ['Đỗ Thị Hạnh', 'Do Thi Hanh'],
  ['Łukasz Ørsted', 'Orsted, Lukasz'],
  ['山田 太郎', '太郎 山田'],
  ['Ａｎ Ｎｇｕｙｅｎ', 'An Nguyen'],
])('%s and %s are one name', (one, other) => {
  expect(isSameName(one, other)).toBe(true)
  expect(isSameName(other, one)).toBe(true)
})

test.each([
  ['Nguyen Van An', 'Nguyen Van Anh'],
  ['Nguyen Van An', 'Nguyen An'],
  ['Nguyen Van An', 'Tran Van An'],
  ['Anna Bell', 'Bella Nan'],
])('%s and %s are two', (one, other) => {
  expect(isSameName(one, other)).toBe(false)
})

test('a card number is its digits', () => {
  expect(plainCardNumber('6222 0200-1234 5678')).toBe('6222020012345678')
})
