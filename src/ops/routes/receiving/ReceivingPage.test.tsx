import { QueryClient } from '@tanstack/react-query'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { listReceiving } from '#contract/console/receiving'
import type { Output } from '#contract/endpoint'
import { browser, drawn } from '../../testing/draw.tsx'

for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
const { loadLanguage } = await import('../../i18n/words.ts')
const { ReceivingPage } = await import('./ReceivingPage.tsx')
await loadLanguage()
afterAll(() => vi.unstubAllGlobals())

type Receiving = Output<typeof listReceiving>['items'][number]

const card = {
  network: null,
  address: null,
  bankName: 'First Example Bank',
  bankAddress: '1 Example Street',
  cardNumber: '6222020012345678',
  routing: '021000021',
  cardholder: 'Mai Tran',
}
const address = {
  network: 'TRC20',
  address: 'T-address',
  bankName: null,
  bankAddress: null,
  cardNumber: null,
  routing: null,
  cardholder: null,
} as const

test('of every account that players pay to, all is listed that they pay by', () => {
  const rest = { validFrom: 1, validUntil: null, retiredAt: null, proposedBy: 'finance', approvedBy: 'admin' }
  const items: Receiving[] = [
    { id: randomUUID(), kind: 'bank', ...card, ...rest },
    { id: randomUUID(), kind: 'usdt', ...address, ...rest },
  ]
  const queries = new QueryClient()
  queries.setQueryData(['receiving'], { pages: [{ items, next: null }], pageParams: [''] })
  const page = drawn(<ReceivingPage />, {
    me: { account: 'risk', name: 'Risk', role: 'risk', can: ['receiving.view'] },
    queries,
  })
  for (const value of [...Object.values(card), ...Object.values(address)]) if (value) expect(page).toContain(value)
})
