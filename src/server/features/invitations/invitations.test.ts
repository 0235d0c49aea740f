import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvitation } from '#contract/console/desk'
import { listInvitations, listInvited, revokeInvitation } from '#contract/console/people/invitations'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, registration } from '../../testing/person.ts'

let house: House
let admin: Visitor
let auditor: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await house.operator('admin')
  auditor = await house.operator('auditor')
})
afterAll(() => house.close())

const make = async (uses: number) => (await admin.call(createInvitation, { uses, expiresAt: null }, randomUUID())).code
const join = (account: string, invitationCode: string) =>
  house.visitor().register({ ...registration(account), invitationCode })
const listed = async (code: string) =>
  (await auditor.call(listInvitations, { maker: 'operator' })).items.find((each) => each.code === code)
const reason = 'it was passed on in public'

test('the list says how often a code was used and how often it still can be', async () => {
  const code = await make(3)
  await join('listed_1', code)
  expect(await listed(code)).toMatchObject({ madeBy: 'admin', used: 1, usesLeft: 2, revoked: null })
})

test('nobody registers with a revoked code, whoever has stays, and it says who revoked it why', async () => {
  const code = await make(3)
  await join('revoked_1', code)
  await admin.call(revokeInvitation, { code, reason })
  await expect(join('revoked_2', code)).rejects.toMatchObject({ code: 'invitation_invalid' })
  expect(await listed(code)).toMatchObject({ used: 1, usesLeft: 0, revoked: { by: 'admin', why: reason } })
  await expect(admin.call(revokeInvitation, { code, reason })).rejects.toMatchObject({ code: 'invitation_invalid' })
  await expect(auditor.call(revokeInvitation, { code: await make(1), reason })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

test('of registrations and a revocation at once each registration is either counted or refused', async () => {
  const code = await make(50)
  const results = await Promise.allSettled([
    ...Array.from({ length: 8 }, (_, place) => join(`at_once_${place}`, code)),
    admin.call(revokeInvitation, { code, reason }),
  ])
  const registered = results.slice(0, 8).filter(({ status }) => status === 'fulfilled').length
  expect(results[8]!.status).toBe('fulfilled')
  expect(await listed(code)).toMatchObject({ used: registered, usesLeft: 0 })
})

test('a player’s code has no limit until it is revoked, and the tree shows who came by whom', async () => {
  const root = await make(5)
  await join('tree_an', root)
  const { id } = await house.app.db.query
    .selectFrom('player')
    .select('id')
    .where('account', '=', 'tree_an')
    .executeTakeFirstOrThrow()
  const created_at = new Date(house.clock.nowMs())
  await house.app.db.query
    .insertInto('invitation')
    .values({ code: 'TREECODE', player_id: id, uses_left: 2_147_483_647, created_at })
    .execute()
  for (const account of ['tree_binh', 'tree_chi']) await join(account, 'TREECODE')
  const own = (await auditor.call(listInvitations, { maker: 'player' })).items
  expect(own).toMatchObject([{ code: 'TREECODE', player: { account: 'tree_an' }, used: 2, usesLeft: null }])
  expect((await auditor.call(listInvited, { of: 'code', name: root })).items).toMatchObject([
    { account: 'tree_an', invited: 2 },
  ])
  // A frozen player lets nobody in.
  const { query } = house.app.db
  const become = (status: string) => query.updateTable('player').set({ status }).where('id', '=', id).execute()
  await become('frozen')
  await expect(join('tree_dung', 'TREECODE')).rejects.toMatchObject({ code: 'invitation_invalid' })
  await become('normal')
  const { items } = await auditor.call(listInvited, { of: 'player', name: id })
  expect(items.map(({ account, invited }) => `${account} ${invited}`).sort()).toEqual(['tree_binh 0', 'tree_chi 0'])
  await expect(auditor.call(listInvited, { of: 'player', name: 'nobody' })).rejects.toMatchObject({
    code: 'invitation_invalid',
  })
})
