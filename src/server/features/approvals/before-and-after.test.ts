import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proposeCountries } from '#contract/console/countries'
import { passDeposit, proposeReversal, takeDeposit } from '#contract/console/deposits'
import { listOperators, setOperatorRole } from '#contract/console/operators'
import { publishReceiving, retireReceiving } from '#contract/console/receiving'
import { approveProposal, declineProposal, listProposals, proposeSetting } from '#contract/console/settings'
import { depositOptions, requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import {
  changeSettings,
  depositForm,
  money,
  paymentPassword,
  publishAddress,
  tronAddress,
  withdrawer,
} from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'

let house: House
let finance: Visitor
let admin: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  admin = await house.operator('admin')
  await house.operator('support')
})
afterEach(() => house.audit())
afterAll(() => house.close())

const reason = 'agreed in the Monday meeting'

describe('what a proposal changes', () => {
  test('shows both people the current and the proposed value, in the unit people use', async () => {
    const { proposalId } = await finance.call(proposeSetting, { name: 'withdrawal_fee', value: '0.03', reason })
    const seenBy = async (who: Visitor) => (await who.call(listProposals, {})).items.find(({ id }) => id === proposalId)
    const shown = { content: { name: 'withdrawal_fee', value: '0.03' }, before: { value: '2.00' } }
    for (const who of [finance, admin]) expect(await seenBy(who)).toMatchObject(shown)
    house.clock.forward(1_000)
    await admin.call(approveProposal, { id: proposalId })
    house.clock.forward(1_000)
    await changeSettings(house, { withdrawal_fee: '2.00' })
    // Long afterwards it still shows what it changed.
    expect(await seenBy(admin)).toMatchObject(shown)
  })

  test('of any kind shows the current state of what it would change', async () => {
    const an = await house.player({ certified: true })
    const former = await publishAddress(finance, admin)
    const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
    await finance.call(takeDeposit, { id })
    await finance.call(passDeposit, { id, received: money('50.00') })
    const form = { kind: 'usdt', network: 'TRC20', address: tronAddress(), reason } as const
    const [current] = (await an.call(depositOptions, {})).usdt
    const [operator] = (await admin.call(listOperators, {})).items.filter(({ account }) => account === 'support')
    const proposed = [
      [await finance.call(publishReceiving, form), { inUse: former }],
      [
        await finance.call(retireReceiving, { id: current!.receivingId, reason }),
        { inUse: former, isShown: true, topUps: 0 },
      ],
      [await finance.call(proposeReversal, { id, reason }), { available: '50.00', left: '0.00', owed: '0.00' }],
      [await admin.call(proposeCountries, { countries: ['FR'], isServed: false, reason }), { notServed: [] }],
      [await admin.call(setOperatorRole, { id: operator!.id, role: 'reviewer', reason }), { role: 'support' }],
    ] as const
    const { items } = await admin.call(listProposals, { status: 'open' })
    for (const [{ proposalId }, before] of proposed) {
      expect(items.find((item) => item.id === proposalId)).toMatchObject({ before })
      await admin.call(declineProposal, { id: proposalId, reason })
    }
    // Declined, each still shows what it would have changed, and why it was declined.
    const declined = (await admin.call(listProposals, { status: 'declined' })).items
    for (const [{ proposalId }, before] of proposed)
      expect(declined.find((item) => item.id === proposalId)).toMatchObject({ before, declineReason: reason })
  })

  test('of any kind shows, once approved, what it changed, however things change afterwards', async () => {
    const an = await house.player({ certified: true })
    house.clock.forward(1_000)
    const former = await publishAddress(finance, admin)
    const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
    await finance.call(takeDeposit, { id })
    await finance.call(passDeposit, { id, received: money('50.00') })
    const [operator] = (await admin.call(listOperators, {})).items.filter(({ account }) => account === 'support')
    const form = { kind: 'usdt', network: 'TRC20', address: tronAddress(), reason } as const
    const risk = await house.operator('risk')
    const approved = [
      [await finance.call(publishReceiving, form), { inUse: former, topUps: 0 }],
      [await finance.call(proposeReversal, { id, reason }), { available: '50.00', left: '0.00', owed: '0.00' }],
      [await admin.call(proposeCountries, { countries: ['AU'], isServed: false, reason }), { notServed: [] }],
      [
        await admin.call(setOperatorRole, { id: operator!.id, role: 'reviewer', reason }),
        { role: 'support', gains: expect.arrayContaining(['deposits.review']) as unknown },
      ],
    ] as const
    for (const [{ proposalId }] of approved) await risk.call(approveProposal, { id: proposalId })
    const back = await admin.call(setOperatorRole, { id: operator!.id, role: 'support', reason })
    await risk.call(approveProposal, { id: back.proposalId })
    house.clock.forward(1_000)
    await publishAddress(finance, admin)
    const { items } = await admin.call(listProposals, { status: 'approved' })
    for (const [{ proposalId }, before] of approved)
      expect(items.find((item) => item.id === proposalId)).toMatchObject({ before })
  })

  test('of a setting counts what keeps the former value, and tells what the new value follows', async () => {
    const player = await withdrawer(house, '50.00')
    const paid = { walletId: player.walletId, amount: money('10.00'), paymentPassword }
    await player.call(requestWithdrawal, paid, randomUUID())
    const later = house.clock.nowMs() + 600_000
    const change = (value: string, effectiveAt: number) =>
      finance.call(proposeSetting, { name: 'withdrawal_fee', value, effectiveAt, reason })
    await admin.call(approveProposal, { id: (await change('1.00', later)).proposalId })
    const { proposalId } = await change('3.00', later + 1)
    const shown = { before: { value: '2.00', until: '1.00', withdrawals: 1 } }
    const seen = async () => (await admin.call(listProposals, {})).items.find(({ id }) => id === proposalId)
    expect(await seen()).toMatchObject(shown)
    await admin.call(approveProposal, { id: proposalId })
    house.clock.to(later + 2)
    expect(await seen()).toMatchObject(shown)
    await changeSettings(house, { withdrawal_fee: '2.00' })
  })
})
