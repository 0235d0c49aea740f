import { QueryClient } from '@tanstack/react-query'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { viewDepositAsOperator } from '#contract/console/deposits'
import type { Output } from '#contract/endpoint'
import { storedCents } from '#core/money/cents'
import type { Me } from '../../shell/me.ts'
import { browser, drawn } from '../../testing/draw.tsx'

for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
const { loadLanguage, t } = await import('../../i18n/words.ts')
const { caseKey } = await import('../../shell/desk-query.ts')
const { TopUpView } = await import('./TopUpView.tsx')
await loadLanguage()
afterAll(() => vi.unstubAllGlobals())

const topUp: Output<typeof viewDepositAsOperator> = {
  id: randomUUID(),
  playerId: randomUUID(),
  account: 'an',
  legalName: 'Nguyễn Văn An',
  currency: 'usdt',
  network: 'TRC20',
  sentTo: 'T-address',
  isSentToFormer: false,
  amount: storedCents(5_000n),
  reference: 'TX 1',
  voucherId: randomUUID(),
  agreed: null,
  steps: [],
  needsTwo: false,
  alike: [],
  takenBy: null,
  takenUntil: null,
  status: 'waiting',
  decided: null,
  reversal: null,
  isReversalProposed: false,
}

/** The page of one top-up, as finance sees it. */
function page(seen: typeof topUp): string {
  const queries = new QueryClient()
  queries.setQueryData(caseKey(seen.id), seen)
  const me: Me = { account: 'finance', name: 'Finance', role: 'finance', can: ['deposits.review', 'deposits.pass'] }
  return drawn(<TopUpView id={seen.id} />, { me, queries })
}

test('a top-up on its own page is shown beside the vouchers that look like its own', () => {
  const other = { id: randomUUID(), account: 'binh', voucherId: randomUUID(), amount: storedCents(4_900n) }
  const alike = [{ ...other, status: 'passed', differing: 3 } as const]
  expect(page(topUp)).not.toContain(t('alike.title'))
  for (const shown of [page({ ...topUp, alike }), page({ ...topUp, alike, takenBy: 'finance', takenUntil: 1 })]) {
    expect(shown).toContain(t('alike.title'))
    expect(shown).toContain(other.voucherId)
  }
})
