import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadLanguage } from '../../../../i18n/index.ts'
import { meQuery } from '../../../../queries/accounts.ts'
import type { Timed } from '../../../../shell/draws/standing.ts'
import { BuyButton } from './BuyButton.tsx'

/** What stands on the button, twelve seconds before the draw. */
async function texts(period: Partial<Timed>): Promise<string[]> {
  await loadLanguage('en')
  const queries = new QueryClient()
  queries.setQueryData(meQuery.queryKey, {} as never)
  const timed: Timed = { opensAt: -48_000, closesAt: 0, drawsAt: 12_000, status: 'scheduled', ...period }
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <BuyButton period={timed} isStopped={false} total={null} win={null} onClick={() => undefined} />
    </QueryClientProvider>,
  )
  return [...drawn.matchAll(/>([^<]+)</g)].map(([, text]) => text!)
}

test('while bets are closed the button says so once, and how long it takes until the draw', async () => {
  expect(await texts({})).toEqual(['Betting is closed', 'Draws in', '00:12'])
  expect(await texts({ closesAt: 5_000 })).toEqual(['Bet', 'Closes in', '00:05'])
})
