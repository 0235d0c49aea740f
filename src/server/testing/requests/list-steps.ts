import { randomUUID } from 'node:crypto'
import { applyForCertification } from '#contract/people/certifications'
import { listNames } from '#contract/console/work/lists'
import type { House } from '../open-house.ts'
import { application } from '../person.ts'
import type { Step } from './console-steps.ts'

/** Looks at every list, its saved views, the notes between shifts, and an application that changes hands. */
export async function listSteps(house: House): Promise<Step[]> {
  const { query } = house.app.db
  await house.colleague('reviewer')
  const { account } = await query
    .selectFrom('operator')
    .select('account')
    .where('account', 'like', 'reviewer-%')
    .executeTakeFirstOrThrow()
  const hoa = await house.player()
  const { id } = await hoa.call(applyForCertification, await application(hoa), randomUUID())
  const view = () => query.selectFrom('saved_view').select('id').executeTakeFirstOrThrow()
  const note = () => query.selectFrom('shift_note').select('id').executeTakeFirstOrThrow()
  return [
    ...listNames.flatMap<Step>((name) => [
      [`lists.${name}.rows`, () => ({})],
      [`lists.${name}.export`, () => ({})],
    ]),
    ['views.save', () => ({ list: 'players', name: 'Frozen', query: 'status=frozen' })],
    ['views.rename', async () => ({ ...(await view()), name: 'Frozen accounts' })],
    ['views.delete', view],
    ['work.write-note', () => ({ text: 'the bank is closed tomorrow' })],
    ['work.read-note', note],
    ['certifications.take', () => ({ id })],
    ['certifications.hand-over', () => ({ id, account })],
  ]
}
