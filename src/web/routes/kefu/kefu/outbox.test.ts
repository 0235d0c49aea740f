import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadFirstLanguage } from '../../../i18n/index.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { isAllSent } from '../../../shell/reach/reload.ts'
import { keepOwn, queueMessage } from './outbox.ts'

const me = 'an'
let queries: QueryClient
let answer: (status: number, body: object) => void

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => '1' })
  vi.stubGlobal('navigator', { onLine: true })
  const send = vi.fn(
    () => new Promise((resolve) => (answer = (status, body) => resolve(Response.json(body, { status })))),
  )
  vi.stubGlobal('fetch', send)
  await loadFirstLanguage('en', true)
  queries = new QueryClient()
  queries.setQueryData(meQuery.queryKey, { id: me } as never)
  queueMessage(queries, { text: 'Good morning', picture: null, topic: null })
  await vi.waitFor(() => expect(send).toHaveBeenCalled())
})
afterEach(() => {
  keepOwn('nobody')
  vi.unstubAllGlobals()
})

test.each([
  ['sent', 200, { id: 'm1', number: 1 }],
  ['refused, and waits for who wrote it', 422, { code: 'message_long' }],
])('a message is on its way until it is %s', async (_, status, body) => {
  const sent = isAllSent()
  const waits = new Promise((resolve) => setTimeout(resolve, 250, 'waits'))
  expect(await Promise.race([sent, waits])).toBe('waits')
  answer(status, body)
  expect(await sent).toBe(true)
})
