import { releaseDeposit, takeDeposit, viewDepositAsOperator } from '#contract/console/deposits'
import { handOverDeposit } from '#contract/console/work/shifts'
import { call } from '../../client.ts'

/** How a top-up is looked at, taken, given back and handed over. */
export const topUpWays = {
  queue: 'deposits',
  kind: 'deposit',
  look: (id: string) => call(viewDepositAsOperator, { id }),
  take: (id: string) => call(takeDeposit, { id }),
  giveBack: (id: string) => call(releaseDeposit, { id }),
  handOver: (id: string, handed: { account: string; note: string }) => call(handOverDeposit, { id, ...handed }),
} as const
