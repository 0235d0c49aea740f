import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '#contract/client'
import { me } from '#contract/people/me'
import { setPlayerStatus } from '#contract/console/players'
import { closeAccount, editProfile } from '#contract/people/profile'
import { type UploadPurpose, uploadPicture, viewUpload } from '#contract/uploads'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, testPassword } from '../../testing/person.ts'
import { photo } from '../../testing/pictures.ts'
import { sweepUploads } from '../uploads/sweep-uploads.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const send = async (player: Player, purpose: UploadPurpose = 'avatar') => {
  const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
  return (await player.call(uploadPicture, { purpose, file }, randomUUID())).id
}
const view = async (player: Player, id: string) => (await player.fetch(addressOf(viewUpload, { id }))).status
const storedFiles = async () =>
  (await readdir(join(house.app.config.dataFolder, 'uploads'))).filter((name) => name !== 'drafts').length

test('a player sets a picture, and a repeated request changes nothing', async () => {
  const an = await house.player()
  expect(await an.call(me, {})).toMatchObject({ avatarId: null })
  const avatarId = await send(an)
  await an.call(editProfile, { nickname: 'An with a face', avatarId })
  await an.call(editProfile, { nickname: 'An with a face', avatarId })
  expect(await an.call(me, {})).toMatchObject({ avatarId, nickname: 'An with a face' })
  expect(await view(an, avatarId)).toBe(200)
})

test('a new picture, or none, replaces the old one, whose file is removed', async () => {
  const binh = await house.player()
  const [first, second] = [await send(binh), await send(binh)]
  await binh.call(editProfile, { avatarId: first })
  const before = await storedFiles()
  await binh.call(editProfile, { avatarId: second })
  expect(await binh.call(me, {})).toMatchObject({ avatarId: second })
  expect([await view(binh, first), await view(binh, second)]).toEqual([404, 200])
  await sweepUploads(house.app)
  expect(await storedFiles()).toBe(before - 1)
  await binh.call(editProfile, { avatarId: null })
  expect(await binh.call(me, {})).toMatchObject({ avatarId: null })
  await sweepUploads(house.app)
  expect(await storedFiles()).toBe(before - 2)
  await expect(binh.call(editProfile, { avatarId: first })).rejects.toMatchObject({ code: 'picture_unknown' })
})

test('of several pictures set at once one stays and the others are removed', async () => {
  const chi = await house.player()
  const ids = await Promise.all([1, 2, 3, 4].map(() => send(chi)))
  await Promise.all(ids.map((avatarId) => chi.call(editProfile, { avatarId })))
  const { avatarId } = await chi.call(me, {})
  const seen = await Promise.all(ids.map(async (id) => [id, await view(chi, id)] as const))
  expect(seen.filter(([, status]) => status === 200).map(([id]) => id)).toEqual([avatarId])
})

test('a picture of another player or for another purpose is refused, and the rest of the form is not saved', async () => {
  const [dung, giang] = [await house.player(), await house.player()]
  for (const avatarId of [await send(giang), await send(dung, 'identity'), randomUUID()]) {
    const edit = dung.call(editProfile, { nickname: 'Somebody', avatarId })
    await expect(edit).rejects.toMatchObject({ code: 'picture_unknown', facts: { field: 'avatarId' } })
  }
  expect(await dung.call(me, {})).toMatchObject({ avatarId: null, nickname: dung.account })
})

test('a frozen player keeps nickname, contact details and picture as they are, and may choose another language', async () => {
  const kim = await house.player()
  const avatarId = await send(kim)
  const kept = { nickname: 'Kim', contact: 'Zalo: kim', avatarId }
  await kim.call(editProfile, kept)
  const other = await send(kim)
  const risk = await house.operator('risk')
  await risk.call(setPlayerStatus, { id: kim.id, status: 'frozen', reason: 'looked into' })
  await kim.signIn(kim.account, testPassword)
  for (const change of [
    { nickname: 'Customer service' },
    { contact: 'Zalo: somebody' },
    { avatarId: other },
    { avatarId: null },
    { nickname: 'Customer service', language: 'ja' } as const,
  ])
    await expect(kim.call(editProfile, change)).rejects.toMatchObject({ code: 'account_frozen' })
  await kim.call(editProfile, { language: 'ja' })
  expect(await kim.call(me, {})).toMatchObject({ ...kept, language: 'ja' })
  expect(await view(kim, avatarId)).toBe(200)
  await risk.call(setPlayerStatus, { id: kim.id, status: 'restricted', reason: 'nothing was found so far' })
  await kim.call(editProfile, { nickname: 'Kim Anh', avatarId: null })
})

test('closing the account removes the picture too', async () => {
  const hoa = await house.player()
  const avatarId = await send(hoa)
  await hoa.call(editProfile, { avatarId })
  await hoa.call(closeAccount, { password: testPassword })
  await sweepUploads(house.app)
  const { query } = house.app.db
  expect(await query.selectFrom('upload').select('id').where('player_id', '=', hoa.id).execute()).toEqual([])
})
