import { expect, test, vi } from 'vitest'

// The browser's storage, which the module reads when it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('location', { search: '', pathname: '/', origin: 'http://console.example' })
const { keptNewest, newsIn } = await import('./desk-news.ts')
const { readWishes } = await import('./notices.ts')

const queue = (newest: number | null) => ({ kind: 'deposits', waiting: 1, oldest: 1, newest, promisedMs: 1 }) as const
const alarm = (kind: 'beacon' | 'mail') => ({ kind, what: '', since: null })

test('a case is new if it came after the newest one that was seen, also when another was decided meanwhile', () => {
  const first = { queues: [queue(5)], alarms: [] }
  expect(newsIn(first, { queues: [queue(7)], alarms: [] }).queues).toHaveLength(1)
  expect(newsIn(first, { queues: [queue(5)], alarms: [] }).queues).toEqual([])
  // The newest was decided: an older one is the newest now, and then the same count again is news only if it is later.
  const decided = keptNewest(keptNewest(null, first), { queues: [queue(3)], alarms: [] })
  expect(newsIn(decided, { queues: [queue(5)], alarms: [] }).queues).toEqual([])
  expect(newsIn(decided, { queues: [queue(6)], alarms: [] }).queues).toHaveLength(1)
  const empty = keptNewest(null, { queues: [queue(null)], alarms: [] })
  expect(newsIn(empty, { queues: [queue(1)], alarms: [] }).queues).toHaveLength(1)
})

test('an alarm is news when it begins, and again when it comes back', () => {
  const calm = { queues: [], alarms: [] }
  const raised = { queues: [], alarms: [alarm('beacon')] }
  expect(newsIn(calm, raised).alarms).toHaveLength(1)
  expect(newsIn(raised, raised).alarms).toEqual([])
  expect(newsIn(raised, { queues: [], alarms: [alarm('beacon'), alarm('mail')] }).alarms).toEqual([alarm('mail')])
  expect(newsIn(keptNewest(raised, calm), raised).alarms).toHaveLength(1)
})

test('a queue that the role did not see before is no news', () => {
  expect(newsIn({ queues: [], alarms: [] }, { queues: [queue(5)], alarms: [] }).queues).toEqual([])
})

test.each([null, '', 'x', '[]', '{"browser":"yes","sound":1}'])('%j in the storage switches nothing on', (text) => {
  expect(readWishes(text)).toEqual({ browser: false, sound: false })
})

test('what was switched on is remembered', () => {
  expect(readWishes('{"browser":true,"sound":false}')).toEqual({ browser: true, sound: false })
})
