import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { takeDeposit } from '#contract/console/deposits'
import { currentCards, giveCard, listReceiving, publishReceiving, retireReceiving } from '#contract/console/receiving'
import {
  approveProposal,
  declineProposal,
  listProposals,
  listSettings,
  proposeSetting,
} from '#contract/console/settings'
import { depositOptions, requestDeposit } from '#contract/money/deposits'
import { showMoneySettings } from '#contract/money/settings'
import { requestWithdrawal } from '#contract/money/withdrawals'
import type { MoneySettingName } from '#core/rules/money/settings'
import { meetAt } from '../../testing/requests/locks.ts'
import {
  changeSettings,
  dayMs,
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
let support: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  admin = await house.operator('admin')
  support = await house.operator('support')
})
afterEach(() => house.audit())
afterAll(() => house.close())

const reason = 'agreed in the Monday meeting'
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code)).sort()

function card(validForMs = dayMs) {
  return {
    kind: 'bank',
    bankName: 'Receiving Example Bank',
    bankAddress: '2 Example Street, New York',
    cardNumber: `4000 ${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}`,
    routing: '021000021',
    cardholder: 'Clearball Example Ltd',
    validUntil: house.clock.nowMs() + validForMs,
    reason,
  } as const
}

describe('K1: a proposal', () => {
  test('is approved by another person, never by its proposer, in any session', async () => {
    const { proposalId } = await finance.call(proposeSetting, { name: 'deposit_min', value: '20.00', reason })
    const second = await house.operator('finance')
    for (const session of [finance, second]) {
      await expect(session.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    }
    expect(await house.visitor().call(showMoneySettings, {})).toMatchObject({ depositMin: 1_000n })
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => admin.call(approveProposal, { id: proposalId })),
    )
    expect(codes(results)).toEqual([...Array<string>(9).fill('already_decided'), 'done'])
    expect(await house.visitor().call(showMoneySettings, {})).toMatchObject({ depositMin: 2_000n })
    const item = (await admin.call(listProposals, {})).items.find(({ id }) => id === proposalId)
    expect(item).toMatchObject({ status: 'approved', proposedBy: 'finance', decidedBy: 'admin', reason })
  })

  test('cannot have the same proposer and approver, even by the owner of the database', async () => {
    const { proposalId } = await finance.call(proposeSetting, { name: 'wallet_wait', value: '48', reason })
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    const alone = owner.query(
      `update proposal set status = 'approved', decided_by = proposed_by, decided_at = now() where id = $1`,
      [proposalId],
    )
    await expect(alone).rejects.toThrow('proposal_approved_by_another')
    await finance.call(declineProposal, { id: proposalId, reason: 'taken back by myself' })
    await expect(owner.query(`update proposal set status = 'open' where id = $1`, [proposalId])).rejects.toThrow()
    await owner.end()
    await expect(admin.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'already_decided' })
    await expect(admin.call(declineProposal, { id: proposalId, reason })).rejects.toMatchObject({
      code: 'already_decided',
    })
    expect((await admin.call(listProposals, { status: 'declined' })).items.map(({ id }) => id)).toContain(proposalId)
  })

  test('is the only open one about its subject; an unknown one is refused', async () => {
    const propose = () => finance.call(proposeSetting, { name: 'withdrawal_fee', value: '1.50', reason })
    const results = await Promise.allSettled([propose(), propose(), propose()])
    expect(codes(results)).toEqual(['already_proposed', 'already_proposed', 'done'])
    for (const id of [randomUUID(), 'x']) {
      await expect(admin.call(approveProposal, { id })).rejects.toMatchObject({ code: 'proposal_unknown' })
      await expect(admin.call(declineProposal, { id, reason })).rejects.toMatchObject({ code: 'proposal_unknown' })
    }
  })
})

describe('settings', () => {
  test.each([
    ['withdrawal_fee', '10.01', { code: 'setting_out_of_range', facts: { min: '0.00', max: '10.00' } }],
    ['withdrawal_fee', '3', { code: 'amount_abnormal', facts: { field: 'value' } }],
    ['wallet_wait', '23', { code: 'setting_out_of_range', facts: { min: '24', max: '168' } }],
    ['deposit_min', '0.00', { code: 'setting_out_of_range', facts: { min: '0.01' } }],
    ['deposit_min', '10', { code: 'amount_abnormal', facts: { field: 'value' } }],
  ] as const)('%s cannot become %s', async (name, value, refusal) => {
    await expect(admin.call(proposeSetting, { name, value, reason })).rejects.toMatchObject(refusal)
  })

  describe('that depend on each other', () => {
    const set = (name: MoneySettingName, value: string, effectiveAt?: number) =>
      finance.call(proposeSetting, { name, value, reason, ...(effectiveAt !== undefined && { effectiveAt }) })
    const approve = (id: string) => admin.call(approveProposal, { id })
    const limits = async () => {
      const { withdrawalMin, withdrawalMax } = await house.visitor().call(showMoneySettings, {})
      return [withdrawalMin, withdrawalMax]
    }

    test('are checked together when proposed: the least withdrawal never exceeds the largest', async () => {
      await approve((await set('withdrawal_min', '500.00')).proposalId)
      await expect(set('withdrawal_max', '400.00')).rejects.toMatchObject({
        code: 'setting_out_of_range',
        facts: { min: '500.00', max: '1000000.00' },
      })
      await approve((await set('withdrawal_max', '600.00')).proposalId)
      await expect(set('withdrawal_min', '600.01')).rejects.toMatchObject({
        code: 'setting_out_of_range',
        facts: { min: '0.02', max: '600.00' },
      })
      await expect(set('draw_payout_max', '9999.99')).rejects.toMatchObject({ facts: { min: '10000.00' } })
    })

    test('are checked together when approved, even two at the same moment', async () => {
      const [least, largest] = [await set('withdrawal_min', '600.00'), await set('withdrawal_max', '550.00')]
      const both = [least, largest].map(
        ({ proposalId }) =>
          () =>
            approve(proposalId),
      )
      const settingsLock = { query: 'select pg_advisory_xact_lock($1)', of: [7_261_011] }
      const { results } = await meetAt(house, settingsLock, both)
      expect(codes(results)).toEqual(['done', 'setting_out_of_range'])
      const [min, max] = await limits()
      expect(min! <= max!).toBe(true)
      const { items } = await admin.call(listProposals, { status: 'open' })
      for (const { id } of items) await admin.call(declineProposal, { id, reason })
    })

    test('are checked together at every later time for which a change is scheduled', async () => {
      await changeSettings(house, { withdrawal_min: '100.00' })
      await changeSettings(house, { withdrawal_max: '600.00' })
      const later = house.clock.nowMs() + 600_000
      await approve((await set('withdrawal_max', '200.00', later)).proposalId)
      await expect(set('withdrawal_min', '300.00')).rejects.toMatchObject({ facts: { max: '200.00' } })
      await expect(set('withdrawal_min', '300.00', later + 1)).rejects.toMatchObject({ facts: { max: '200.00' } })
      house.clock.to(later)
      await changeSettings(house, { withdrawal_max: '20000.00', withdrawal_min: '10.00' })
    })
  })

  test('K8: switched off, top-ups and withdrawals are refused to everybody until they are switched on', async () => {
    const player = await withdrawer(house, '50.00')
    await publishAddress(finance, admin)
    const form = await depositForm(player)
    const paid = { walletId: player.walletId, amount: money('10.00'), paymentPassword }
    const ask = () =>
      Promise.allSettled([
        player.call(requestDeposit, form, randomUUID()),
        player.call(requestWithdrawal, paid, randomUUID()),
      ])
    await changeSettings(house, { deposits_open: 'off', withdrawals_open: 'off' })
    expect(codes(await ask())).toEqual(['transactions_restricted', 'transactions_restricted'])
    expect(await player.call(depositOptions, {})).toMatchObject({ blockedBy: 'transactions_restricted' })
    expect(await house.visitor().call(showMoneySettings, {})).toMatchObject({
      depositsOpen: false,
      withdrawalsOpen: false,
    })
    expect(await player.balance()).toBe('50.00')
    await changeSettings(house, { deposits_open: 'on', withdrawals_open: 'on' })
    expect(codes(await ask())).toEqual(['done', 'done'])
  })

  test('need a reason, take effect at the time proposed, and keep their history', async () => {
    const body = { name: 'withdrawals_per_day', value: '5', reason: 'more' } as const
    await expect(admin.call(proposeSetting, body)).rejects.toMatchObject({ code: 'reason_missing' })
    const effectiveAt = house.clock.nowMs() + 600_000
    const { proposalId } = await admin.call(proposeSetting, { ...body, reason, effectiveAt })
    await finance.call(approveProposal, { id: proposalId })
    const perDay = async () => (await house.visitor().call(showMoneySettings, {})).withdrawalsPerDay
    expect(await perDay()).toBe(3)
    house.clock.forward(600_000)
    expect(await perDay()).toBe(5)
    const { items } = await (await house.operator('auditor')).call(listSettings, {})
    expect(items.find(({ name }) => name === 'withdrawals_per_day')).toEqual({
      name: 'withdrawals_per_day',
      unit: 'count',
      value: '5',
      byDefault: '3',
      least: '1',
      most: '50',
      history: [{ value: '5', effectiveAt, proposedBy: 'admin', approvedBy: 'finance', reason }],
    })
  })
})

describe('J6: where players pay to', () => {
  test('a new address replaces the old one, but payments to the old one can still be claimed', async () => {
    const an = await house.player({ certified: true })
    const first = await publishAddress(finance, admin)
    const form = await depositForm(an)
    house.clock.forward(1_000)
    const second = await publishAddress(finance, admin)
    const { usdt } = await an.call(depositOptions, {})
    expect(usdt.map(({ address }) => address)).toEqual([second])
    const { id } = await an.call(requestDeposit, form, randomUUID())
    expect(await finance.call(takeDeposit, { id })).toMatchObject({ sentTo: first, isSentToFormer: true })
  })

  test('a retired address is shown to nobody', async () => {
    const an = await house.player()
    house.clock.forward(1_000)
    await publishAddress(finance, admin)
    const [current] = (await an.call(depositOptions, {})).usdt
    const { proposalId } = await finance.call(retireReceiving, { id: current!.receivingId, reason })
    await admin.call(approveProposal, { id: proposalId })
    const { usdt } = await an.call(depositOptions, {})
    expect(usdt.map(({ receivingId }) => receivingId)).not.toContain(current!.receivingId)
    await expect(finance.call(retireReceiving, { id: current!.receivingId, reason })).rejects.toMatchObject({
      code: 'receiving_unknown',
    })
  })

  test('an address is retired once: it cannot be proposed again while that is being approved', async () => {
    const address = await publishAddress(finance, admin)
    const { id } = (await finance.call(listReceiving, {})).items.find((each) => each.address === address)!
    const retire = () => finance.call(retireReceiving, { id, reason })
    const { proposalId } = await retire()
    const row = { query: 'select from receiving_account where id = $1 for update', of: [id] }
    const { results } = await meetAt<unknown>(house, row, [
      () => admin.call(approveProposal, { id: proposalId }),
      () => retire(),
    ])
    expect(codes(results)).toEqual(['done', 'receiving_unknown'])
  })

  test('a card is visible only to the player whom support gave it, until it expires', async () => {
    const [an, binh] = [await house.player({ certified: true }), await house.player({ certified: true })]
    const form = card()
    const { proposalId } = await finance.call(publishReceiving, form)
    expect((await support.call(currentCards, {})).items).toEqual([])
    await admin.call(approveProposal, { id: proposalId })
    const [published] = (await support.call(currentCards, {})).items
    expect(published).toMatchObject({ bankName: form.bankName, proposedBy: 'finance', approvedBy: 'admin' })
    const [given, key] = [{ id: published!.id, playerId: an.id }, randomUUID()]
    const answered = await support.call(giveCard, given, key)
    expect(await support.call(giveCard, given, key)).toEqual(answered)
    const events = house.app.db.query.selectFrom('event').select('audience').where('kind', '=', 'card.given')
    expect(await events.execute()).toEqual([{ audience: `player:${an.id}` }])
    // A console from before the update sends no key.
    expect(await support.call(giveCard, given)).toEqual(answered)
    expect(await events.execute()).toHaveLength(2)
    const shown = async (player: typeof an) => (await player.call(depositOptions, {})).card
    expect(await shown(an)).toMatchObject({
      cardNumber: form.cardNumber.replace(' ', ''),
      cardholder: form.cardholder,
      validUntil: form.validUntil,
    })
    expect(await shown(binh)).toBe(null)
    const paid = { ...(await depositForm(an)), receivingId: published!.id, reference: 'FT 2026-11' }
    await an.call(requestDeposit, paid, randomUUID())
    const theirs = { ...(await depositForm(binh)), receivingId: published!.id, reference: 'FT 2026-12' }
    await expect(binh.call(requestDeposit, theirs, randomUUID())).rejects.toMatchObject({ code: 'receiving_unknown' })

    house.clock.to(form.validUntil)
    expect(await shown(an)).toBe(null)
    support = await house.operator('support')
    expect((await support.call(currentCards, {})).items).toEqual([])
    await expect(support.call(giveCard, { id: published!.id, playerId: an.id }, randomUUID())).rejects.toMatchObject({
      code: 'receiving_unknown',
    })
    const { items } = await support.call(listReceiving, {})
    expect(items.map(({ id }) => id)).toContain(published!.id)
  })

  test('only finance proposes, only support gives, and only published cards can be given', async () => {
    finance = await house.operator('finance')
    admin = await house.operator('admin')
    const an = await house.player()
    await expect(support.call(publishReceiving, card())).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(finance.call(giveCard, { id: randomUUID(), playerId: an.id }, randomUUID())).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await expect(support.call(giveCard, { id: randomUUID(), playerId: an.id }, randomUUID())).rejects.toMatchObject({
      code: 'receiving_unknown',
    })
    const { proposalId } = await finance.call(publishReceiving, card())
    await admin.call(approveProposal, { id: proposalId })
    const [published] = (await support.call(currentCards, {})).items
    await expect(
      support.call(giveCard, { id: published!.id, playerId: randomUUID() }, randomUUID()),
    ).rejects.toMatchObject({
      code: 'player_unknown',
    })
  })

  test.each([
    [() => card(0), 'validity_wrong'],
    [() => card(8 * dayMs), 'validity_wrong'],
    [() => ({ ...card(), routing: '021000022' }), 'routing_malformed'],
    [() => ({ ...card(), cardNumber: '12' }), 'card_number_malformed'],
    [() => ({ ...card(), cardholder: '' }), 'cardholder_missing'],
    [() => ({ kind: 'usdt', network: 'ERC20', address: tronAddress(), reason }) as const, 'address_malformed'],
    [() => ({ kind: 'usdt', network: 'TRC20', address: tronAddress(), reason: '' }) as const, 'reason_missing'],
  ])('%o is not published: %s', async (form, code) => {
    await expect(finance.call(publishReceiving, form())).rejects.toMatchObject({ code })
  })

  test('an account with a later start is shown and given from then on', async () => {
    const an = await house.player({ certified: true })
    const validFrom = house.clock.nowMs() + 3_600_000
    const address = { kind: 'usdt', network: 'TRC20', address: tronAddress(), validFrom, reason } as const
    const later = { ...card(2 * 3_600_000), validFrom }
    for (const form of [address, later])
      await admin.call(approveProposal, { id: (await finance.call(publishReceiving, form)).proposalId })
    const shown = async () => (await an.call(depositOptions, {})).usdt.map((each) => each.address)
    expect(await shown()).not.toContain(address.address)
    const { items } = await finance.call(listReceiving, {})
    const { id } = items.find(({ cardNumber }) => cardNumber === later.cardNumber.replace(' ', ''))!
    const give = () => support.call(giveCard, { id, playerId: an.id }, randomUUID())
    await expect(give()).rejects.toMatchObject({ code: 'receiving_unknown' })
    const tooLate = { ...card(3_600_000), validFrom }
    await expect(finance.call(publishReceiving, tooLate)).rejects.toMatchObject({ code: 'validity_wrong' })
    house.clock.to(validFrom)
    ;[finance, admin, support] = [
      await house.operator('finance'),
      await house.operator('admin'),
      await house.operator('support'),
    ]
    expect(await shown()).toContain(address.address)
    expect(await give()).toEqual({ validUntil: later.validUntil })
    house.clock.to(later.validUntil)
    ;[finance, admin, support] = [
      await house.operator('finance'),
      await house.operator('admin'),
      await house.operator('support'),
    ]
  })
})
