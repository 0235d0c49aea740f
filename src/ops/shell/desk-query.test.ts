import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { caseKey, followDesk } from './desk-query.ts'

let stream: EventTarget
let queries: QueryClient
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  stream = Object.assign(new EventTarget(), { close: () => undefined })
  vi.stubGlobal('EventSource', function open() {
    return stream
  })
  queries = new QueryClient()
  stop = followDesk(queries)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Has a case open, and counts how often it is read again. */
function open(id: string) {
  const look = vi.fn(async () => id)
  queries.setQueryData(caseKey(id), id)
  new QueryObserver(queries, { queryKey: caseKey(id), queryFn: look, staleTime: Infinity }).subscribe(() => undefined)
  return look
}

const tell = (kind: string, body: object = {}) =>
  stream.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(body) }))
const pause = () => vi.advanceTimersByTimeAsync(2_000)

test('a case that is open is read again when it has changed, once for many changes, and not with changes of others', async () => {
  const [one, other] = [open('one'), open('other')]
  tell('draw.settled')
  tell('desk.changed', { cases: ['a third'] })
  await pause()
  expect([one, other].map((look) => look.mock.calls.length)).toEqual([0, 0])
  for (const cases of [['one'], ['a third', 'one']]) tell('desk.changed', { cases })
  await pause()
  expect([one, other].map((look) => look.mock.calls.length)).toEqual([1, 0])
})

test.each(['desk.changed', 'resync'])('every open case is read again after %s, which names none', async (kind) => {
  const looks = [open('one'), open('other')]
  tell(kind)
  await pause()
  for (const look of looks) expect(look).toHaveBeenCalledTimes(1)
})
