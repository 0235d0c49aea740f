import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDraft, draftsMost, listDrafts, saveDraft } from '#contract/console/people/drafts'
import { listAnnouncements, writeAnnouncement } from '#contract/console/texts'
import { announcements } from '#contract/site'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'

let house: House
let admin: Visitor
let auditor: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await house.operator('admin')
  auditor = await house.operator('auditor')
})
afterAll(() => house.close())

const draft = (change: object = {}) => ({
  id: randomUUID() as string,
  version: 0,
  texts: { 'zh-CN': '停机维护' },
  from: null,
  until: null,
  ...change,
})
const save = (given: ReturnType<typeof draft>) => admin.call(saveDraft, given, randomUUID())

test('a draft is read by operators and by no player until it is published, and then it is no draft any more', async () => {
  const given = draft()
  await save(given)
  expect((await auditor.call(listDrafts, {})).items).toMatchObject([{ id: given.id, version: 1, writtenBy: 'admin' }])
  const shown = async () => (await house.visitor().call(announcements, { locale: 'en' })).items.map(({ text }) => text)
  expect(await shown()).toEqual([])
  const until = house.clock.nowMs() + 3_600_000
  const asked = { texts: given.texts, until, draft: { id: given.id, version: 1 } }
  await admin.call(writeAnnouncement, asked, randomUUID())
  expect(await shown()).toEqual(['停机维护'])
  expect((await auditor.call(listDrafts, {})).items).toEqual([])
  await expect(admin.call(writeAnnouncement, asked, randomUUID())).rejects.toMatchObject({ code: 'draft_changed' })
  expect((await auditor.call(listAnnouncements, {})).items).toHaveLength(1)
})

test('of two people who change one draft the second is told and overwrites nothing', async () => {
  const given = draft()
  await save(given)
  const results = await Promise.allSettled([
    save({ ...given, version: 1, texts: { 'zh-CN': '甲' } }),
    save({ ...given, version: 1, texts: { 'zh-CN': '乙' } }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(admin.call(deleteDraft, { id: given.id, version: 1 })).rejects.toMatchObject({ code: 'draft_changed' })
  await admin.call(deleteDraft, { id: given.id, version: 2 })
  expect((await auditor.call(listDrafts, {})).items).toEqual([])
})

test('a lost answer makes no second draft, and there is a limit to drafts', async () => {
  const given = draft()
  const key = randomUUID()
  for (let times = 0; times < 3; times++) expect(await admin.call(saveDraft, given, key)).toEqual({ version: 1 })
  for (let number = 1; number < draftsMost; number++) await save(draft())
  await expect(save(draft())).rejects.toMatchObject({ code: 'drafts_full' })
})

test('a version that no draft can have is refused, and is no fault', async () => {
  const given = draft()
  for (const version of [-1, 2_147_483_647, Number.MAX_SAFE_INTEGER]) {
    const refused = { code: 'request_malformed' }
    await expect(save({ ...given, version })).rejects.toMatchObject(refused)
    await expect(admin.call(deleteDraft, { id: given.id, version })).rejects.toMatchObject(refused)
    const asked = { texts: given.texts, until: house.clock.nowMs() + 3_600_000, draft: { id: given.id, version } }
    await expect(admin.call(writeAnnouncement, asked, randomUUID())).rejects.toMatchObject(refused)
  }
  await expect(save({ ...given, version: 2_147_483_646 })).rejects.toMatchObject({ code: 'draft_changed' })
})
