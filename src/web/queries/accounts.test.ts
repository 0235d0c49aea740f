import { QueryClient, QueryObserver, environmentManager } from '@tanstack/react-query'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportStatement } from '#contract/money/statement'
import { listWallets } from '#contract/money/wallets'
import { editProfile } from '#contract/people/profile'
import { myConversation } from '#contract/service/chat'
import { call } from '../client.ts'
import { type Words, language } from '../i18n/index.ts'
import { open } from '../shell/navigation.ts'
import { sessionHint } from '../state/session.ts'
import { forgetSession, meQuery } from './accounts.ts'

type Sent = { readonly url: string; answer(status: number, body: unknown): void }

/** What the tab has asked the server and not been answered, oldest first. */
let sent: Sent[]
let queries: QueryClient
/** What all tabs of a browser share. */
let storage: Map<string, string>

beforeEach(async () => {
  sent = []
  storage = new Map()
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
  language.set({ locale: 'en', words: {} as Words, plurals: () => new Intl.PluralRules('en'), isWhole: true })
  vi.stubGlobal(
    'fetch',
    (url: string) =>
      new Promise((resolve) => {
        const answer: Sent['answer'] = (status, body) => resolve(new Response(JSON.stringify(body), { status }))
        sent.push({ url, answer })
      }),
  )
  const start = { loadScreen: async () => () => null, words: Promise.resolve() }
  await open({ path: '/', search: '', at: 0 }, start)
})
afterEach(() => {
  sessionHint.clear()
  vi.unstubAllGlobals()
})

const [an, binh] = [randomUUID(), randomUUID()]
/** Each player has one session here, unless a test says otherwise. */
const sessions = { [an]: randomUUID(), [binh]: randomUUID() }

const player = (id: string, sessionId = sessions[id]!) => ({
  id,
  sessionId,
  account: id.slice(0, 8),
  nickname: 'x',
  email: 'x@players.example',
  phone: null,
  country: null,
  contact: '',
  avatarId: null,
  language: 'en',
  status: 'normal',
  hasPaymentPassword: true,
  withdrawalsPausedUntil: null,
  exclusion: null,
  realityCheckInMs: null,
  balance: '1.00',
  unread: 0,
  createdAt: '2026-11-02T04:00:00.000Z',
})

/** The next request that the tab sends. */
async function request(): Promise<Sent> {
  await vi.waitFor(() => expect(sent).not.toEqual([]))
  return sent.shift()!
}

/** The tab shows a player who is logged in. */
async function show(id: string): Promise<void> {
  sessionHint.set()
  const asked = queries.fetchQuery(meQuery)
  ;(await request()).answer(200, player(id))
  await asked
}

/** Another tab logs out whoever is logged in, and somebody in. */
const logInElsewhere = (sessionId: string) => storage.set('clearball.signed-in', sessionId)

test('a tab that hears late that its session has ended keeps the player whom another tab has logged in since', async () => {
  await show(an)
  logInElsewhere(sessions[binh]!)
  forgetSession(queries)
  expect(sessionHint.read()).toBe(sessions[binh])
  const asked = queries.fetchQuery({ ...meQuery, staleTime: 0 })
  ;(await request()).answer(200, player(binh))
  expect(await asked).toMatchObject({ id: binh })
})

test('a tab that hears late that its session has ended keeps a newer session of the same player', async () => {
  await show(an)
  const again = randomUUID()
  logInElsewhere(again)
  forgetSession(queries)
  const asked = queries.fetchQuery({ ...meQuery, staleTime: 0 })
  ;(await request()).answer(200, player(an, again))
  expect(await asked).toMatchObject({ id: an, sessionId: again })
  expect(sessionHint.read()).toBe(again)
})

test.each([
  ['another tab has logged out', () => storage.clear(), []],
  ['the session that another tab began has ended too', () => logInElsewhere(sessions[binh]!), ['/api/v1/me']],
])('a tab knows that nobody is logged in where %s, and a visitor may write', async (_, meanwhile, asks) => {
  await show(an)
  meanwhile()
  const asked = queries.fetchQuery({ ...meQuery, staleTime: 0 })
  for (const url of asks) {
    const one = await request()
    expect(one.url).toBe(url)
    one.answer(401, { code: 'not_signed_in' })
  }
  expect(await asked).toBe(null)
  expect([sessionHint.isSet(), sessionHint.isOtherSession()]).toEqual([false, false])
})

test.each([
  ['answered', 200, player(an)],
  ['refused', 401, { code: 'session_broken' }],
])(
  'the tab asks again who is logged in where another tab logged somebody in before the question was %s',
  async (_, status, body) => {
    sessionHint.set()
    const asked = queries.fetchQuery(meQuery)
    const first = await request()
    logInElsewhere(sessions[binh]!)
    first.answer(status, body)
    ;(await request()).answer(200, player(binh))
    expect(await asked).toMatchObject({ id: binh })
    expect(sessionHint.read()).toBe(sessions[binh])
  },
)

test('a tab that shows one player asks nothing with the session of another, except who that is', async () => {
  await show(an)
  logInElsewhere(sessions[binh]!)
  const edited = { nickname: 'An', contact: '' }
  for (const ask of [
    () => call(listWallets, {}),
    () => call(myConversation, {}),
    () => call(editProfile, edited, randomUUID()),
  ]) {
    const [answered] = await Promise.allSettled([Promise.race([ask(), sleep(500)])])
    expect(answered).toMatchObject({ reason: { code: 'not_signed_in' } })
  }
  expect(sent).toEqual([])
  const asked = queries.fetchQuery({ ...meQuery, staleTime: 0 })
  ;(await request()).answer(200, player(binh))
  await asked
  void call(listWallets, {}).catch(() => {})
  expect((await request()).url).toBe('/api/v1/wallets')
})

test('a page whose first question who is logged in failed asks again by itself until it is answered', async () => {
  // Without a window the library takes this for a server, where nothing is asked again.
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  sessionHint.set()
  const leave = new QueryObserver(queries, meQuery).subscribe(() => undefined)
  try {
    for (const status of [500, 503]) {
      ;(await request()).answer(status, {})
      await vi.waitFor(() => expect(queries.getQueryState(['me'])?.status).toBe('error'))
      vi.advanceTimersByTime(5_000)
    }
    ;(await request()).answer(200, player(an))
    await vi.waitFor(() => expect(queries.getQueryData(['me'])).toMatchObject({ id: an }))
    vi.advanceTimersByTime(60_000)
    await sleep(0)
    expect(sent).toEqual([])
  } finally {
    leave()
    queries.clear()
    vi.useRealTimers()
    environmentManager.setIsServer(() => true)
  }
})

test('a request that waits for the password is not sent if another player logs in meanwhile', async () => {
  await show(an)
  const exported = call(exportStatement, {}).catch((error: { code: string }) => error.code)
  ;(await request()).answer(403, { code: 'confirm_again' })
  await sleep(0)
  logInElsewhere(sessions[binh]!)
  const asked = queries.fetchQuery({ ...meQuery, staleTime: 0 })
  ;(await request()).answer(200, player(binh))
  await asked
  expect(await exported).toBe('confirm_again')
  expect(sent).toEqual([])
})
