import type { Locale } from '#contract/locales'
import { callingCodes } from '#core/rules/countries'
import { nationNames } from '../../../i18n/nations.ts'

export type Nation = { readonly country: string; readonly name: string; readonly callingCode: string }
export type Section = { readonly label: string; readonly nations: readonly Nation[] }

const latin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The heads under which a language files its words, and for those it does not spell with its heads, the first word that
 * belongs under each: the first syllable of a consonant in Korean, the first character of a pinyin letter in Chinese.
 */
const heads: Record<Locale, { labels: string; firsts?: string }> = {
  en: { labels: latin },
  fr: { labels: latin },
  id: { labels: latin },
  vi: { labels: 'AĂÂBCDĐEÊFGHIJKLMNOÔƠPQRSTUƯVWXYZ' },
  ru: { labels: 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ' },
  th: { labels: 'กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ' },
  ja: { labels: 'あかさたなはまやらわ' },
  ko: { labels: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ', firsts: '가나다라마바사아자차카타파하' },
  'zh-CN': { labels: 'ABCDEFGHJKLMNOPQRSTWXYZ', firsts: '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀' },
}

/** How the characters that begin a country's name in Japanese are read, where they are not kana. */
const readings: Record<string, string> = Object.fromEntries(
  '英エイ 韓カン 西ニシ 赤セキ 台タイ 中チュウ 東ヒガシ 南ミナミ 日ニ 仏フツ 米ベイ 北キタ 香ホン'
    .split(' ')
    .map((each) => [each[0], each.slice(1)]),
)

/** All countries that are served, under the heads and in the order of a language. */
export function sectionsOf(locale: Locale, notServed: readonly string[] = []): Section[] {
  const named = nationNames(locale)
  const asRead = (name: string) => (locale === 'ja' ? (readings[name[0]!] ?? name[0]!) + name.slice(1) : name)
  const { compare } = new Intl.Collator(locale)
  const headOf = headsOf(locale)
  const nations = [...callingCodes]
    .filter(([country]) => !notServed.includes(country))
    .map(([country, callingCode]) => ({ country, name: named(country), callingCode }))
    .sort((a, b) => compare(asRead(a.name), asRead(b.name)))
  const sections: { label: string; nations: Nation[] }[] = []
  for (const nation of nations) {
    const label = headOf(asRead(nation.name))
    if (sections.at(-1)?.label === label) sections.at(-1)!.nations.push(nation)
    else sections.push({ label, nations: [nation] })
  }
  return sections
}

/** Finds the last head that does not come after a name, marks and capitals aside. */
function headsOf(locale: Locale): (name: string) => string {
  const { labels, firsts = labels } = heads[locale]
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  return (name) => labels[firsts.split('').findLastIndex((first) => compare(first, name) <= 0)] ?? '#'
}

/** The sections with the countries that were meant: by name, in English too, by letters or by telephone code. */
export function findNations(sections: readonly Section[], typed: string): Section[] {
  const wanted = plain(typed)
  const english = nationNames('en')
  const isMeant = ({ country, name, callingCode }: Nation) =>
    plain(name).includes(wanted) ||
    plain(english(country)).includes(wanted) ||
    country.toLowerCase() === wanted ||
    (/\d/.test(wanted) && callingCode.startsWith(wanted.replace(/^(\+|00)/, '')))
  return sections
    .map(({ label, nations }) => ({ label, nations: nations.filter(isMeant) }))
    .filter(({ nations }) => nations.length > 0)
}

/** Without capitals, marks and the difference between the two kana, so that what is typed in haste is found. */
function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
}
