import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createInvitation, listActions } from '#contract/console/desk'
import { type FoundBy, type FoundKind, findAnything, foundMost } from '#contract/console/people/search'
import { passWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { applyForCertification } from '#contract/people/certifications'
import { editProfile } from '#contract/people/profile'
import { listBets } from '#contract/play/bets'
import { sendMessage } from '#contract/service/chat'
import { findPeriod } from '#core/periods/schedule'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { bankForm, depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type Player, type Visitor, application } from '../../testing/person.ts'

let house: DrawHouse
let operators: Record<OperatorRole, Visitor>
let known: Known
beforeAll(async () => {
  house = await openDrawHouse()
  const opened = await Promise.all(operatorRoles.map(async (role) => [role, await house.operator(role)] as const))
  operators = Object.fromEntries(opened) as typeof operators
  known = await someoneKnown()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const find = (role: OperatorRole, text: string) => operators[role].call(findAnything, { text })
const all: OperatorRole[] = [...operatorRoles]
const reviewers: OperatorRole[] = ['finance', 'reviewer']
/** Who handles signals about shared wallets must be able to ask who uses one. */
const seeWallets: OperatorRole[] = [...reviewers, 'risk']
const seeSignals: OperatorRole[] = ['risk', 'reviewer', 'finance', 'auditor']

type Known = Awaited<ReturnType<typeof someoneKnown>>

/** A player of whom everything is known that can be searched for. */
async function someoneKnown() {
  const an = await withdrawer(house, '500.00')
  await publishAddress(operators.finance, operators.risk)
  await an.call(editProfile, { nickname: 'Zebra Crossing' })
  const card = { ...bankForm(), cardNumber: '4111 1111 1111 1111' }
  await house.app.db.query.updateTable('player').set({ phone: '+84912345678' }).where('id', '=', an.id).execute()
  await an.call(addWallet, card, randomUUID())
  const form = await depositForm(an)
  const { id: depositId } = await an.call(requestDeposit, form, randomUUID())
  const asked = { walletId: an.walletId, amount: money('10.00'), paymentPassword }
  const { id: withdrawalId } = await an.call(requestWithdrawal, asked, randomUUID())
  await operators.finance.call(takeWithdrawal, { id: withdrawalId })
  await operators.finance.call(passWithdrawal, { id: withdrawalId, payoutReference: 'PAYOUT-7788' })
  const period = await periodNow(an, 'k3_5m')
  await bet(an, period, { bets: ['k3.sum_big_small big 2.00'] })
  await an.call(sendMessage, { topic: 'complaint', text: 'nobody answers' }, randomUUID())
  const { number } = await house.app.db.query.selectFrom('complaint').select('number').executeTakeFirstOrThrow()
  const { address } = await house.app.db.query
    .selectFrom('wallet')
    .select('address')
    .where('id', '=', an.walletId)
    .executeTakeFirstOrThrow()
  return {
    an: an as Player,
    depositId,
    withdrawalId,
    reference: form.reference,
    address: address!,
    betId: (await an.call(listBets, {})).items[0]!.id,
    issue: findPeriod(period.drawId)!.issue,
    caseNumber: String(number),
    signalNumber: await openSignalCase(),
  }
}

async function openSignalCase(): Promise<string> {
  const opened = new Date(house.clock.nowMs())
  const { number } = await house.app.db.query
    .insertInto('signal_case')
    .values({ id: randomUUID(), opened_at: opened, due_at: opened })
    .returning('number')
    .executeTakeFirstOrThrow()
  return String(number)
}

describe('what is found, and by whom', () => {
  type Case = [what: string, text: () => string, kind: FoundKind, by: FoundBy, roles: OperatorRole[]]
  const cases: Case[] = [
    ['an account’s beginning', () => known.an.account.slice(0, 6).toUpperCase(), 'player', 'account', all],
    ['a nickname', () => 'zebra', 'player', 'nickname', all],
    ['an e-mail address', () => `${known.an.account}@players`, 'player', 'email', all],
    ['a phone number as people write it', () => '0912 345 678', 'player', 'phone', all],
    ['an international phone number', () => '+84 912-345', 'player', 'phone', all],
    ['a player’s id', () => known.an.id, 'player', 'id', all],
    ['a wallet’s beginning', () => known.address.slice(0, 10).toLowerCase(), 'player', 'wallet', seeWallets],
    ['the end of a card', () => '1111', 'player', 'card', seeWallets],
    ['a whole card number', () => '4111-1111-1111-1111', 'player', 'card', seeWallets],
    ['the reference of a top-up', () => known.reference.slice(0, 12), 'deposit', 'reference', reviewers],
    ['the id of a top-up', () => known.depositId, 'deposit', 'id', reviewers],
    ['the reference of a payout', () => 'payout-77', 'withdrawal', 'reference', reviewers],
    ['the id of a withdrawal', () => known.withdrawalId, 'withdrawal', 'id', reviewers],
    ['a draw', () => known.issue, 'draw', 'issue', ['support', 'finance', 'risk', 'admin', 'auditor']],
    ['a bet', () => known.betId, 'bet', 'number', all],
    ['a complaint', () => `#${known.caseNumber}`, 'case', 'number', ['support', 'auditor']],
    ['a complaint as it is written', () => `c-${known.caseNumber}`, 'case', 'number', ['support', 'auditor']],
    ['a case of signals', () => `Case ${known.signalNumber}`, 'signal', 'number', seeSignals],
  ]
  test.each(cases)('%s', async (...[, text, kind, by, roles]) => {
    for (const role of operatorRoles) {
      const { items } = await find(role, text())
      const found = items.filter((each) => each.kind === kind && each.by === by)
      expect(found.length > 0, role).toBe(roles.includes(role))
      // A role without the right finds the thing in no other way either.
      if (!roles.includes(role))
        expect(
          items.filter((each) => each.kind === kind),
          role,
        ).toEqual([])
    }
  })

  test('a document by its whole number however it is written, by reviewers of papers alone and never by a part of it', async () => {
    const binh = await house.player()
    await binh.call(
      applyForCertification,
      { ...(await application(binh)), documentNumber: 'ZX 99-887766', legalName: 'Đặng Thị Bình' },
      randomUUID(),
    )
    for (const role of operatorRoles) {
      const { items } = await find(role, 'zx99887766')
      expect(items.map(({ id, by, detail }) => [id, by, detail])).toEqual(
        role === 'reviewer' ? [[binh.id, 'document', null]] : [],
      )
    }
    expect((await find('reviewer', 'zx9988776')).items).toEqual([])
    // The name is part of the file that everybody sees.
    expect((await find('support', 'đặng thị')).items).toMatchObject([{ id: binh.id, by: 'legal_name' }])
  })

  test('an invitation by its code, by those who may see invitations', async () => {
    const { code } = await operators.admin.call(createInvitation, { uses: 1, expiresAt: null }, randomUUID())
    for (const role of operatorRoles) {
      const found = (await find(role, code.toLowerCase())).items.some(({ kind }) => kind === 'invitation')
      expect(found, role).toBe(['risk', 'admin', 'auditor'].includes(role))
    }
  })

  test('the one player with a card, although many have phones that end in the same digits', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => house.player()))
    for (const [place, { id }] of many.entries())
      await house.app.db.query
        .updateTable('player')
        .set({ phone: `+8498${String(place).padStart(3, '0')}1111` })
        .where('id', '=', id)
        .execute()
    const { items, more } = await find('finance', '1111')
    expect(items).toHaveLength(foundMost)
    expect(items.filter(({ by }) => by === 'card').map(({ id }) => id)).toEqual([known.an.id])
    expect(more).toEqual(['player'])
  })

  test('players by the network address that they log in from, ten of them, and that there are more', async () => {
    await Promise.all(Array.from({ length: 11 }, () => house.player()))
    const { items, more } = await find('support', '127.0.0.1')
    expect(items).toHaveLength(foundMost)
    expect(new Set(items.map(({ id }) => id)).size).toBe(foundMost)
    expect(items.every(({ by }) => by === 'network_address')).toBe(true)
    expect(more).toEqual(['player'])
  })
})

describe('every search', () => {
  test('is one action that names who was shown and never repeats the text', async () => {
    const newest = async () => (await operators.auditor.call(listActions, { subject: 'search' })).items
    const before = await newest()
    await find('reviewer', '4111 1111 1111 1111')
    const items = await newest()
    expect(items[1]).toEqual(before[0])
    expect(items[0]).toMatchObject({ operator: 'reviewer', capability: 'players.view' })
    expect(items[0]!.after).toEqual({ shown: [`player:${known.an.id}`] })
    expect(JSON.stringify(items)).not.toMatch(/4111[ -]?1111/)
    expect(house.logged.join('')).not.toMatch(/4111[ -]?1111/)
  })

  test('of fewer than three characters is refused', async () => {
    await expect(find('support', ' ab ')).rejects.toMatchObject({ code: 'request_malformed' })
  })

  test('answers any text, with at most ten of a kind, and a role finds nothing that its colleagues together do not', async () => {
    const parts = fc.constantFrom(
      '%',
      '_',
      '\\',
      "'",
      '*',
      '0',
      '١',
      '𝟙',
      'é',
      ':',
      '20261102',
      known.an.account,
      '+84',
      '-',
    )
    const texts = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 3, maxLength: 60 }),
        fc.array(parts, { minLength: 3 }).map((some) => some.join('')),
      )
      // A character outside the basic plane is two units of a string and counts once.
      .filter((text) => /^.{3,}$/su.test(text.trim()) && /^.{0,254}$/su.test(text) && !/[\0\p{Cs}]/u.test(text))
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...operatorRoles), async (text, role) => {
        const { items, more } = await find(role, text)
        for (const kind of new Set(items.map((each) => each.kind)))
          expect(items.filter((each) => each.kind === kind).length).toBeLessThanOrEqual(foundMost)
        expect(more.every((kind) => items.some((each) => each.kind === kind))).toBe(true)
        if (!reviewers.includes(role))
          expect(items.some(({ kind }) => kind === 'deposit' || kind === 'withdrawal')).toBe(false)
        if (!seeWallets.includes(role)) expect(items.some(({ by }) => by === 'wallet' || by === 'card')).toBe(false)
        if (!seeSignals.includes(role)) expect(items.some(({ kind }) => kind === 'signal')).toBe(false)
        if (role !== 'reviewer') expect(items.some(({ by }) => by === 'document')).toBe(false)
        // `%` and `_` are letters like any other: what is found begins with the text.
        for (const { name } of items.filter(({ by }) => by === 'account'))
          expect(name.toLowerCase().startsWith(text.trim().toLowerCase())).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})
