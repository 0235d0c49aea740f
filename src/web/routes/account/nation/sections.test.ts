import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/locales'
import { countries } from '#core/rules/countries'
import { findNations, sectionsOf } from './sections.ts'

const headOf = (locale: Locale, country: string) =>
  sectionsOf(locale).find(({ nations }) => nations.some((each) => each.country === country))?.label

describe('the countries', () => {
  test.each(locales)('are all there in %s, each under one head, no head twice', (locale) => {
    const sections = sectionsOf(locale)
    const listed = sections.flatMap(({ nations }) => nations.map(({ country }) => country))
    expect(listed.sort()).toEqual(countries.toSorted())
    const heads = sections.map(({ label }) => label)
    expect(new Set(heads).size).toBe(heads.length)
    expect(heads).not.toContain('#')
  })

  test('are left out where they are not served', () => {
    const listed = sectionsOf('en', ['VN', 'FR']).flatMap(({ nations }) => nations.map(({ country }) => country))
    expect(listed.sort()).toEqual(countries.filter((each) => each !== 'VN' && each !== 'FR').toSorted())
  })

  test.each([
    ['en', 'AX', 'A'],
    ['fr', 'EG', 'E'],
    ['vi', 'IN', 'Â'],
    ['vi', 'DE', 'Đ'],
    ['vi', 'AT', 'A'],
    ['ru', 'CZ', 'Ч'],
    ['ja', 'VN', 'は'],
    ['ja', 'JP', 'な'],
    ['ja', 'KR', 'か'],
    ['ko', 'VN', 'ㅂ'],
    ['ko', 'KR', 'ㄷ'],
    ['th', 'VN', 'ว'],
    ['th', 'KR', 'ก'],
    ['zh-CN', 'CN', 'Z'],
    ['zh-CN', 'VN', 'Y'],
    ['zh-CN', 'SE', 'R'],
    ['zh-CN', 'LV', 'L'],
  ] as const)('in %s %s is filed under %s', (locale, country, head) => {
    expect(headOf(locale, country)).toBe(head)
  })

  test.each([
    ['vi', 'viet', 'VN'],
    ['vi', 'AN DO', 'IN'],
    ['vi', '+84', 'VN'],
    ['th', 'vietnam', 'VN'],
    ['ja', 'べとなむ', 'VN'],
    ['ko', '베트', 'VN'],
    ['zh-CN', '越', 'VN'],
    ['fr', 'vn', 'VN'],
    ['ru', '0084', 'VN'],
  ] as const)('in %s %j finds %s', (locale, typed, country) => {
    const found = findNations(sectionsOf(locale), typed).flatMap(({ nations }) => nations.map((each) => each.country))
    expect(found).toContain(country)
    expect(found.length).toBeLessThan(6)
  })
})
