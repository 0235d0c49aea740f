import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint'
import { depositOptions, listDeposits, viewDeposit } from '#contract/money/deposits'
import { liabilityTotals } from '#contract/money/liabilities'
import { listDepositLimits } from '#contract/money/limits'
import { showMoneySettings } from '#contract/money/settings'
import { listStatement, summariseStatement } from '#contract/money/statement'
import { listWallets } from '#contract/money/wallets'
import { listWithdrawals, viewWithdrawal, withdrawalOptions } from '#contract/money/withdrawals'
import { listPlayLimits } from '#contract/play/limits'
import { call } from '../client.ts'
import { nextPage } from './pages.ts'

export const walletsQuery = queryOptions({ queryKey: ['money', 'wallets'], queryFn: () => call(listWallets, {}) })

export const moneySettingsQuery = queryOptions({
  queryKey: ['money', 'settings'],
  queryFn: () => call(showMoneySettings, {}),
})

export const depositOptionsQuery = queryOptions({
  queryKey: ['money', 'deposit-options'],
  queryFn: () => call(depositOptions, {}),
  // Nobody is told when an address is replaced or retired, and its code may stay on the screen while somebody pays.
  refetchInterval: 15_000,
  // Kept until the session ends: without it the page would draw the top-up anew, and forget which card or address it had shown.
  gcTime: Infinity,
})

export const depositLimitsQuery = queryOptions({
  queryKey: ['money', 'limits'],
  queryFn: () => call(listDepositLimits, {}),
})

export const playLimitsQuery = queryOptions({
  queryKey: ['money', 'play-limits'],
  queryFn: () => call(listPlayLimits, {}),
})

export const withdrawalOptionsQuery = queryOptions({
  queryKey: ['money', 'withdrawal-options'],
  queryFn: () => call(withdrawalOptions, {}),
})

export const depositsQuery = infiniteQueryOptions({
  queryKey: ['money', 'deposits'],
  queryFn: ({ pageParam }) => call(listDeposits, pageParam),
  ...nextPage,
})

export const withdrawalsQuery = infiniteQueryOptions({
  queryKey: ['money', 'withdrawals'],
  queryFn: ({ pageParam }) => call(listWithdrawals, pageParam),
  ...nextPage,
})

export const depositQuery = (id: string) =>
  queryOptions({ queryKey: ['money', 'deposit', id], queryFn: () => call(viewDeposit, { id }) })

/**
 * Asked for anew while it is undecided: whether a check began or ended by itself is told by no event.
 */
export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: ['money', 'withdrawal', id],
    queryFn: () => call(viewWithdrawal, { id }),
    refetchInterval: ({ state }) => (state.data && state.data.decidedAt === null ? 15_000 : false),
  })

export type StatementFilter = Omit<Input<typeof listStatement>, 'after'>

export const statementQuery = (filter: StatementFilter) =>
  infiniteQueryOptions({
    queryKey: ['money', 'statement', filter],
    queryFn: ({ pageParam }) => call(listStatement, { ...filter, ...pageParam }),
    ...nextPage,
  })

export const statementSummaryQuery = queryOptions({
  queryKey: ['money', 'statement-summary'],
  queryFn: () => call(summariseStatement, {}),
})

/** Changes once an hour. */
export const liabilityTotalsQuery = queryOptions({
  queryKey: ['liabilities'],
  queryFn: () => call(liabilityTotals, {}),
  staleTime: 60_000,
})
