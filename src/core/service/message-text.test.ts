import { describe, expect, test } from 'vitest'
import { hasLink, namesDestination } from './message-text.ts'

describe('J18: a link', () => {
  test.each([
    'see https://clearball.example/x',
    'HTTP://EVIL.example',
    'www.evil.example',
    'go to evil.com now',
    'evil.vip/win',
    'javascript:alert(1)',
    'ftp://files.example',
    'write mailto:me@evil.example',
    'ev\u200bil.c\u200bom',
    'ｅｖｉｌ．ｃｏｍ',
    't.me/agent',
  ])('%s is one', (text) => expect(hasLink(text)).toBe(true))

  test.each(['I lost 3.50 yesterday', 'no. 12: why?', 'Xin chào.Tôi hỏi', 'at 12:30', 'e.g. this', 'ok...me too'])(
    '%s is none',
    (text) => expect(hasLink(text)).toBe(false),
  )
})

describe('what money could be sent to', () => {
  test.each([
    '4111111111111111',
    'pay to 4111 1111 1111 1111 please',
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '4111 - 1111 - 1111 - 1111',
    '4111\n1111\n1111\n1111',
    '4\u200b111111111111111',
    '４１１１１１１１１１１１１１１１',
    '٤١١١١١١١١١١١١١١١',
    'card:1234567890123',
    '1234567890123456789',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    // Without enough digits in a row to be taken for a card.
    '0xdeadbeefcafe0123fedcba9876543210abcdef98',
    '4111:1111:1111:1111',
    '4111=1111=1111=1111',
    '4111 (1111) 1111 (1111)',
    '41:11:11:11:11:11:11:11',
    '4111 2026-11-15 08:46:24 1111 1111 1111',
    '4️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣',
    '四一一一一一一一一一一一一一一一',
    '①②③④⑤⑥⑦⑧⑨①②③④',
    '4111\u31641111\u28001111\u034f1111',
    '4lll llll 11l1 1111',
    'TJRab Prwb Zy45 sbav fcji nPJC 18kj pRTv 8',
    'T-J-R-a-b-P-r-w-b-Z-y-4-5-s-b-a-v-f-c-j-i-n-P-J-C-1-8-k-j-p-R-T-v-8',
    'send to TJRabPrwbZy45sbav / fcjinPJC18kjpRTv8 now',
    'ТJRаbРrwbZу45sbаvfсjinPJС18kjрRТv8',
    '0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
    '0x dead beef cafe 0123 fedc ba98 7654 a210 abcd ef98',
    '0х52908400098527886Е0F7030069857D2Е4169ЕЕ7',
  ])('%s is seen', (text) => expect(namesDestination(text)).toBe(true))

  test.each([
    'Your case is C-100001.',
    'call +84 912 345 678',
    'it arrived on 2026-11-15 08:46:24',
    '50.00 of 1,000,000.00',
    'This is fine',
    'draw 20261115-0123',
    'on 15/11/2026, 08:46:24 it was 12.50',
    'The tip of the top: Try to stop at 1234 and go to 5678 then stay for 9 days, Tom.',
    'Nooooooooooooooooooo!',
  ])('%s is not', (text) => expect(namesDestination(text)).toBe(false))
})
