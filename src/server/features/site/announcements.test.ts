import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActions } from '#contract/console/desk'
import { listAnnouncements, withdrawAnnouncement, writeAnnouncement } from '#contract/console/texts'
import type { Input } from '#contract/endpoint'
import { type Locale, locales } from '#contract/locales'
import { announcements } from '#contract/site'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'

let house: House
let admin: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await house.operator('admin')
})
afterAll(() => house.close())

const hourMs = 3_600_000
const inAll = (text: string) => Object.fromEntries(locales.map((locale) => [locale, `${text} ${locale}`]))
const announce = (asked: Input<typeof writeAnnouncement>, key = randomUUID()) =>
  admin.call(writeAnnouncement, asked, key)
const told = async (locale: Locale = 'th') =>
  (await house.visitor().call(announcements, { locale })).items.map(({ text }) => text)

test('announcements are shown in the reader’s language from their start to their end, newest first', async () => {
  expect(await told()).toEqual([])
  const now = house.clock.nowMs()
  await announce({ texts: inAll('older'), until: now + 2 * hourMs })
  house.clock.forward(1_000)
  const key = randomUUID()
  const newer = { texts: inAll('newer'), until: now + hourMs }
  expect(await announce(newer, key)).toEqual(await announce(newer, key))
  await announce({ texts: inAll('later'), from: now + hourMs / 2, until: now + hourMs })
  expect(await told()).toEqual(['newer th', 'older th'])
  house.clock.to(now + hourMs / 2)
  expect(await told()).toEqual(['later th', 'newer th', 'older th'])
  house.clock.to(now + hourMs)
  expect(await told()).toEqual(['older th'])
  house.clock.to(now + 2 * hourMs)
  expect(await told()).toEqual([])
  admin = await house.operator('admin')
})

test('a missing language falls back to Simplified Chinese, which is therefore required', async () => {
  const until = house.clock.nowMs() + hourMs
  await announce({ texts: { 'zh-CN': '系统维护', en: 'Maintenance' }, until })
  expect([await told('en'), await told('fr')]).toEqual([['Maintenance'], ['系统维护']])
  await expect(announce({ texts: { en: 'alone' }, until })).rejects.toMatchObject({ code: 'message_missing' })
})

test.each([
  ['validity_wrong', { texts: { 'zh-CN': 'x' }, until: 0 }],
  ['message_missing', { texts: { 'zh-CN': ' ' }, until: 1 }],
  ['message_long', { texts: { 'zh-CN': 'x'.repeat(501) }, until: 1 }],
  ['destination_in_text', { texts: { 'zh-CN': 'x', en: 'Pay to 4111 1111 1111 1111' }, until: 1 }],
])('%s', async (code, { texts, until }) => {
  const asked = { texts, until: until === 0 ? house.clock.nowMs() : house.clock.nowMs() + hourMs }
  await expect(announce(asked)).rejects.toMatchObject({ code })
})

test('a withdrawn announcement is no longer shown, and stays in the history with who and why', async () => {
  const { id } = await announce({ texts: { 'zh-CN': '错误' }, until: house.clock.nowMs() + hourMs })
  const reason = 'it was a mistake'
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () => admin.call(withdrawAnnouncement, { id, reason })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(admin.call(withdrawAnnouncement, { id, reason })).rejects.toMatchObject({ code: 'announcement_unknown' })
  expect(await told('zh-CN')).not.toContain('错误')
  const listed = (await admin.call(listAnnouncements, {})).items.find((each) => each.id === id)
  expect(listed).toMatchObject({ writtenBy: 'admin', withdrawn: { by: 'admin', why: reason } })
  const { items } = await admin.call(listActions, { subject: `announcement:${id}` })
  expect(items).toMatchObject([
    { capability: 'texts.write', reason, before: { texts: { 'zh-CN': '错误' } }, after: { withdrawn: true } },
    { capability: 'texts.write', after: { texts: { 'zh-CN': '错误' } } },
  ])
})
