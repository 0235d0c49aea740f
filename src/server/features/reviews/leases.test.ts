import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  listCertifications,
  passCertification,
  releaseCertification,
  takeCertification,
  viewCertification,
} from '#contract/console/certifications'
import {
  passDeposit,
  queueDeposits,
  releaseDeposit,
  takeDeposit,
  viewDepositAsOperator,
} from '#contract/console/deposits'
import {
  passWithdrawal,
  queueWithdrawals,
  releaseWithdrawal,
  takeWithdrawal,
  viewWithdrawalAsOperator,
} from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { sendMessage } from '#contract/service/chat'
import { assignConversation, claimConversation, queueConversations, viewConversation } from '#contract/service/desk'
import { reviewLeaseMs } from '#core/reviews/review'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, application } from '../../testing/person.ts'
import { conversationIdOf } from '../../testing/service/conversations.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** A queue and what an operator can do with its cases. */
type Queue = {
  readonly role: 'finance' | 'reviewer' | 'support'
  /** Puts a case into the queue. */
  ask(): Promise<string>
  look(by: Visitor, id: string): Promise<unknown>
  take(by: Visitor, id: string): Promise<unknown>
  giveBack(by: Visitor, id: string): Promise<unknown>
  holder(by: Visitor, id: string): Promise<string | null>
}

const find = <Item extends { id: string }>({ items }: { items: Item[] }, id: string) =>
  items.find((item) => item.id === id)!

const queues: Record<string, Queue> = {
  'top-ups': {
    role: 'finance',
    ask: async () => {
      const player = await house.player({ certified: true })
      return (await player.call(requestDeposit, await depositForm(player), randomUUID())).id
    },
    look: (by, id) => by.call(viewDepositAsOperator, { id }),
    take: (by, id) => by.call(takeDeposit, { id }),
    giveBack: (by, id) => by.call(releaseDeposit, { id }),
    holder: async (by, id) => find(await by.call(queueDeposits, {}), id).takenBy,
  },
  withdrawals: {
    role: 'finance',
    ask: async () => {
      const player = await withdrawer(house, '50.00')
      const form = { walletId: player.walletId, amount: money('20.00'), paymentPassword }
      return (await player.call(requestWithdrawal, form, randomUUID())).id
    },
    look: (by, id) => by.call(viewWithdrawalAsOperator, { id }),
    take: (by, id) => by.call(takeWithdrawal, { id }),
    giveBack: (by, id) => by.call(releaseWithdrawal, { id }),
    holder: async (by, id) => find(await by.call(queueWithdrawals, {}), id).takenBy,
  },
  certifications: {
    role: 'reviewer',
    ask: async () => {
      const player = await house.player()
      return (await player.call(applyForCertification, await application(player), randomUUID())).id
    },
    look: (by, id) => by.call(viewCertification, { id }),
    take: (by, id) => by.call(takeCertification, { id }),
    giveBack: (by, id) => by.call(releaseCertification, { id }),
    holder: async (by, id) => find(await by.call(listCertifications, {}), id).takenBy,
  },
  conversations: {
    role: 'support',
    ask: async () => {
      const player = await house.player()
      await player.call(sendMessage, { text: 'help' }, randomUUID())
      return conversationIdOf(house, player)
    },
    look: (by, id) => by.call(viewConversation, { id }),
    take: (by, id) => by.call(claimConversation, { id }),
    giveBack: (by, id) => by.call(assignConversation, { id, account: null }),
    holder: async (by, id) => find(await by.call(queueConversations, {}), id).assignedTo,
  },
}

describe.each(Object.keys(queues))('in the queue of %s', (name) => {
  const { role, ask, look, take, giveBack, holder } = queues[name]!

  test('viewing a case does not take it from its reviewer', async () => {
    const [one, other] = [await house.operator(role), await house.colleague(role)]
    const id = await ask()
    await look(one, id)
    expect(await holder(other, id)).toBeNull()
    await take(other, id)
    await look(one, id)
    expect(await holder(one, id)).toContain(role)
  })

  test('a taken case can be released by its reviewer, and a colleague can take it at once', async () => {
    const [one, other] = [await house.operator(role), await house.colleague(role)]
    const id = await ask()
    await take(one, id)
    await expect(take(other, id)).rejects.toMatchObject({ code: expect.stringContaining('_taken') as string })
    await expect(giveBack(other, id)).rejects.toMatchObject({ code: expect.stringContaining('_taken') as string })
    expect(await holder(other, id)).toBe(role)
    await giveBack(one, id)
    expect(await holder(other, id)).toBeNull()
    await take(other, id)
  })

  test('an expired lease is shown as none', async () => {
    const one = await house.operator(role)
    const id = await ask()
    await take(one, id)
    expect(await holder(one, id)).toBe(role)
    house.clock.forward(reviewLeaseMs)
    expect(await holder(one, id)).toBeNull()
  })
})

test('a case that was viewed but not taken cannot be passed', async () => {
  const [finance, reviewer] = [await house.operator('finance'), await house.operator('reviewer')]
  const [topUp, payout, papers] = [
    await queues['top-ups']!.ask(),
    await queues.withdrawals!.ask(),
    await queues.certifications!.ask(),
  ]
  const looked = [
    await finance.call(viewDepositAsOperator, { id: topUp }),
    await finance.call(viewWithdrawalAsOperator, { id: payout }),
    await reviewer.call(viewCertification, { id: papers }),
  ]
  for (const each of looked) expect(each).toMatchObject({ takenBy: null, takenUntil: null })
  const refused = { code: 'review_not_taken' }
  await expect(finance.call(passDeposit, { id: topUp, received: money('50.00') })).rejects.toMatchObject(refused)
  await expect(finance.call(passWithdrawal, { id: payout, payoutReference: 'TX 1' })).rejects.toMatchObject(refused)
  await expect(reviewer.call(passCertification, { id: papers })).rejects.toMatchObject(refused)
})
