import { randomUUID } from 'node:crypto'
import { writeShiftNote } from '#contract/console/work/shifts'
import { requestWithdrawal } from '#contract/money/withdrawals'
import type { OperatorRole } from '#contract/ops'
import { money, paymentPassword } from '#server/testing/money'
import { evaluateAll } from '#server/testing/signals/findings'
import type { Planted } from './plant.ts'

/** What the last shift left: a note for each role, and a case of signals about the four with one wallet. */
export async function leaveWork({ house, ring }: Planted): Promise<void> {
  const noting: OperatorRole[] = ['support', 'reviewer', 'finance', 'risk', 'admin']
  for (const role of noting)
    await (await house.colleague(role)).call(writeShiftNote, { text: 'The network was slow all night.' }, randomUUID())
  const { walletId, call } = ring[0]!
  await call(requestWithdrawal, { walletId, amount: money('150.00'), paymentPassword }, randomUUID())
  house.clock.forward(2_000)
  await evaluateAll(house.app, null)
}
