import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/endpoint'
import { loadTexts } from '#contract/texts'
import type { me } from '#contract/people/me'
import { zeroCents } from '#core/money/cents'
import { loadLanguage } from '../../../i18n/index.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { UserDataPage } from './UserDataPage.tsx'

type Me = Output<typeof me>

const player: Me = {
  id: randomUUID(),
  sessionId: randomUUID(),
  account: 'kim',
  nickname: 'Kim',
  email: 'kim@players.example',
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
  balance: zeroCents,
  unread: 0,
  createdAt: Date.UTC(2026, 10, 2),
}

beforeAll(() => loadLanguage('en'))

/** The page as it is shown to a player whose account stands like this. */
function shownTo(status: Me['status']): string {
  const queries = new QueryClient()
  const shown: Me = { ...player, status }
  queries.setQueryData(meQuery.queryKey, shown)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <UserDataPage />
    </QueryClientProvider>,
  )
}

test('a player whose profile is closed to changes is told why before they type, and led to customer service', async () => {
  const { refusal } = (await loadTexts.en()).default
  expect(shownTo('frozen')).toContain(refusal.account_frozen)
  expect(shownTo('frozen')).toContain('/kefu/kefu')
  for (const status of ['normal', 'restricted', 'staff'] as const)
    for (const sentence of [refusal.account_frozen, refusal.account_restricted])
      expect(shownTo(status)).not.toContain(sentence)
})
