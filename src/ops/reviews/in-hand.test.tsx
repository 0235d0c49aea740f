import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import type { viewCertification } from '#contract/console/certifications'
import type { viewDepositAsOperator } from '#contract/console/deposits'
import type { viewWithdrawalAsOperator } from '#contract/console/withdrawals'
import type { Output } from '#contract/endpoint'
import { storedCents } from '#core/money/cents'
import { browser, drawn } from '../testing/draw.tsx'
import type { Case } from './case-query.ts'
import type { Ways } from './in-hand.tsx'

for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
const { caseKey } = await import('../shell/desk-query.ts')
const { caseQuery } = await import('./case-query.ts')
const { useCase } = await import('./in-hand.tsx')
afterAll(() => vi.unstubAllGlobals())

const account = 'finance'
const id = randomUUID()
const minuteMs = 60_000
const seen: Case = { id, takenBy: null, takenUntil: null, decided: null }

/** What becomes of a case between the look and the taking. */
const news = {
  'a top-up': {
    needsTwo: true,
    agreed: { by: 'a colleague', received: storedCents(5_000n), at: 1 },
    alike: [{ id, account: 'binh', voucherId: id, amount: storedCents(5_000n), status: 'waiting', differing: 3 }],
  } satisfies Partial<Output<typeof viewDepositAsOperator>>,
  'a withdrawal': {
    flags: ['wallet_removed'],
    hold: { caseId: id, number: '7', until: 1 },
    agreedBy: 'a colleague',
  } satisfies Partial<Output<typeof viewWithdrawalAsOperator>>,
  'a certification': { photoId: null, alike: ['binh'] } satisfies Partial<Output<typeof viewCertification>>,
}
const kinds = Object.keys(news) as (keyof typeof news)[]

type Opened = ReturnType<typeof useCase<Case>>

function Probe({ ways, onOpen }: { ways: Ways<Case>; onOpen: (opened: Opened) => void }) {
  onOpen(useCase(ways, id))
  return null
}

/** Opens a case that was looked at before. */
function open(before: Case, given: Partial<Ways<Case>> = {}) {
  const queries = new QueryClient()
  queries.setQueryData(caseKey(id), before)
  const none = () => Promise.reject(new Error('nobody asks for it'))
  const calls = { look: none, take: none, giveBack: none, handOver: none }
  const ways: Ways<Case> = { queue: 'deposits', kind: 'deposit', ...calls, ...given }
  let opened: Opened
  drawn(<Probe ways={ways} onOpen={(its) => (opened = its)} />, {
    me: { account, name: account, role: 'finance', can: [] },
    queries,
  })
  const readAgain = (look: Ways<Case>['look']) =>
    queries.fetchQuery({ ...caseQuery<Case>({ id, account, look }), staleTime: 0 })
  return { ...opened!, queries, readAgain, shown: () => queries.getQueryData<Case>(caseKey(id)) }
}

test.each(kinds)('taking %s shows all that the server answers, in place of what was seen before', async (kind) => {
  const takenUntil = Date.now() + 10 * minuteMs
  const { hand, shown } = open(seen, { take: async () => ({ ...news[kind], takenUntil }) })
  hand.take()
  await vi.waitFor(() => expect(shown()).toEqual({ ...seen, ...news[kind], takenBy: account, takenUntil }))
})

test('an answer that was given before the taking and comes after it is not shown', async () => {
  const late = Promise.withResolvers<Case>()
  const takenUntil = Date.now() + 10 * minuteMs
  const { queries, hand, shown } = open(seen, { take: async () => ({ takenUntil }) })
  const watch = new QueryObserver(queries, caseQuery<Case>({ id, account, look: () => late.promise }))
  watch.subscribe(() => undefined)
  void watch.refetch()
  hand.take()
  await vi.waitFor(() => expect(shown()).toMatchObject({ takenBy: account }))
  late.resolve(seen)
  await sleep(50)
  expect(shown()).toMatchObject({ takenBy: account, takenUntil })
  watch.destroy()
})

test.each(kinds)('reading %s again keeps the form of an operator whose lease has run out', async (kind) => {
  const lease = { takenBy: account, takenUntil: Date.now() - minuteMs }
  const { readAgain } = open({ ...seen, ...lease })
  expect(await readAgain(async () => ({ ...seen, ...news[kind] }))).toEqual({ ...seen, ...news[kind], ...lease })
})

test.each<[string, number, Case]>([
  ['was set free before its time', minuteMs, seen],
  ['a colleague took', -minuteMs, { ...seen, takenBy: 'a colleague', takenUntil: Date.now() + minuteMs }],
  ['a colleague decided', -minuteMs, { ...seen, decided: { by: 'a colleague' } }],
])('a case that %s is no longer one’s own', async (_, leftMs, fresh) => {
  const { readAgain } = open({ ...seen, takenBy: account, takenUntil: Date.now() + leftMs })
  expect(await readAgain(async () => fresh)).toEqual(fresh)
})

test('what somebody has agreed to after their lease had run out is free', async () => {
  const { onDone, shown } = open({ ...seen, takenBy: account, takenUntil: Date.now() - minuteMs })
  onDone('Agreed')
  await vi.waitFor(() => expect(shown()).toEqual(seen))
})
