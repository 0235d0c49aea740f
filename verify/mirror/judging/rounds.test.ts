import { expect, test } from 'vitest'
import type { NewRecord } from '#core/fairness/log'
import { packHash } from '#core/fairness/pack'
import * as made from '#core/fairness/testing/genuine-draw'
import { drafts, mirroredSite, records } from '../../testing/mirrored-site.ts'
import { headsAt } from '../../testing/site-files.ts'

const weekMs = 7 * 86_400_000
const [first, second, third] = drafts as [made.Draft, made.Draft, made.Draft]
const last = drafts.at(-1)!
const { told, show, mirrorOnce, failures } = mirroredSite()

/** The log in which these draws have no numbers, and are void a week after the last round. */
function without(some: readonly made.Draft[], of: readonly NewRecord[] = records): NewRecord[] {
  const lost = new Set<unknown>(some.flatMap(({ result, settle }) => [result.body, settle.body]))
  const at = new Date(Date.parse(last.result.at) + weekMs).toISOString()
  const voids = some.map((draft): NewRecord => ({
    at,
    type: 'void',
    body: { ...made.refundBody(draft), reason: 'beacon-unavailable' },
  }))
  // The void records lie in another tile than the results.
  return [...of.filter(({ body }) => !lost.has(body)), ...headsAt(of.at(-1)!.at, 300), ...voids]
}

const unfounded = ({ drawId }: made.Draft) => [drawId, '3 void-unfounded']

test('a draw that is void for want of a round fails where others were drawn by that round or a later one', async () => {
  await show(without([first, third, second]))
  await mirrorOnce()
  expect(failures()).toEqual([first, third, second].map(unfounded))
  expect(told('checked')).toEqual([{ event: 'checked', draws: 6, failed: 3 }])
})

const another = { chainHash: packHash('another chain') }
const elsewhere = records.map((record): NewRecord => {
  if (record.type !== 'schedule' || record.body === first.schedule.body) return record
  return { ...record, body: { ...record.body, beacon: { ...record.body.beacon, ...another } } }
})
const later = without(drafts)

test.each<[string, NewRecord[]]>([
  ['none was', without([last])],
  ['none of all was', later],
  ['they were drawn by the rounds of another chain', without([first], elsewhere)],
  ['another was drawn after that', [...later, { ...last.result, at: later.at(-1)!.at }]],
])('and passes where %s', async (_, all) => {
  await show(all)
  await mirrorOnce()
  const unfoundedOnes = failures().filter(([, why]) => why === '3 void-unfounded')
  expect(unfoundedOnes).toEqual([])
  expect(told('checked')).toMatchObject([{ draws: 6 }])
})
