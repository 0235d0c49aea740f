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
  ])('%s is seen', (text) => expect(namesDestination(text)).toBe(true))

  test.each([
    'Your case is C-100001.',
    'call +84 912 345 678',
    'it arrived on 2026-11-15 08:46:24',
    '50.00 of 1,000,000.00',
    'This is fine',
    'draw 20261115-0123',
  ])('%s is not', (text) => expect(namesDestination(text)).toBe(false))
})
