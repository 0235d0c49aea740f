import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import {
  type LifeEvent,
  listLinkedAccounts,
  listPlayerPapers,
  listPlayerRequests,
  listPlayerSessions,
  listPlayerWallets,
  showPlayerLife,
  viewPlayerConversation,
} from '#contract/console/people/player-file'
import { addPlayerNote, listPlayerNotes, viewPlayer } from '#contract/console/players'
import { rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { setDepositLimit } from '#contract/money/limits'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { applyForCertification } from '#contract/people/certifications'
import { beginExclusion } from '#contract/people/protection'
import { sendMessage } from '#contract/service/chat'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { bankForm, money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { type Player, type Visitor, application, testPassword } from '../../testing/person.ts'

let house: DrawHouse
let operators: Record<OperatorRole, Visitor>
beforeAll(async () => {
  house = await openDrawHouse()
  const opened = await Promise.all(operatorRoles.map(async (role) => [role, await house.operator(role)] as const))
  operators = Object.fromEntries(opened) as typeof operators
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** A player to whom most things have happened. */
async function someoneBusy() {
  const an = await withdrawer(house, '500.00')
  const asked = { walletId: an.walletId, amount: money('10.00'), paymentPassword }
  const { id: withdrawalId } = await an.call(requestWithdrawal, asked, randomUUID())
  await operators.finance.call(takeWithdrawal, { id: withdrawalId })
  await operators.finance.call(rejectWithdrawal, { id: withdrawalId, reason: 'other', text: 'asked to wait' })
  await an.call(addWallet, bankForm(), randomUUID())
  await bet(an, await periodNow(an, 'k3_5m'), { bets: ['k3.sum_big_small big 2.00', 'k3.sum_big_small small 3.00'] })
  await an.call(setDepositLimit, { span: 'day', amount: money('100.00') })
  await an.call(sendMessage, { topic: 'complaint', text: 'nobody answers' }, randomUUID())
  await operators.support.call(addPlayerNote, { id: an.id, text: 'called back at noon' })
  return { an, withdrawalId }
}

/** Notes about a player, three to an instant. */
async function noted({ id }: Player, count: number): Promise<void> {
  const query = house.app.db.query
  const { id: operator_id } = await query.selectFrom('operator').select('id').limit(1).executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, number) => ({
    player_id: id,
    operator_id,
    text: `note ${number}`,
    at: new Date(house.clock.nowMs() - Math.floor(number / 3) * 1_000),
  }))
  await query.insertInto('player_note').values(rows).execute()
}

describe('the parts of a player’s file', () => {
  test('show what was done, each by itself', async () => {
    const { an, withdrawalId } = await someoneBusy()
    const wallets = (await operators.finance.call(listPlayerWallets, { id: an.id })).items
    expect(wallets.map(({ kind, cardEnd }) => [kind, cardEnd?.length])).toEqual([
      ['bank', 4],
      ['digital', undefined],
    ])
    expect((await operators.risk.call(listPlayerRequests, { id: an.id })).items).toMatchObject([
      { kind: 'withdrawal', id: withdrawalId, status: 'rejected' },
    ])
    expect((await operators.risk.call(listPlayerSessions, { id: an.id })).items).toHaveLength(1)
    const { conversation, cases } = await operators.support.call(viewPlayerConversation, { id: an.id })
    expect(conversation).toMatchObject({ topic: 'complaint', assignedTo: null })
    expect(cases).toMatchObject([{ resolvedAt: null }])
    const quiet = await house.player()
    expect(await operators.support.call(viewPlayerConversation, { id: quiet.id })).toEqual({
      conversation: null,
      cases: [],
    })
  })

  test('the newest notes come with the file, however many there are, and the others page by page', async () => {
    const an = await house.player()
    await noted(an, 120)
    const { notes, notesNext } = await operators.support.call(viewPlayer, { id: an.id })
    expect(notes).toHaveLength(50)
    const texts = notes.map(({ text }) => text)
    for (let after = notesNext ?? null; after !== null;) {
      const page = await operators.support.call(listPlayerNotes, { id: an.id, after })
      texts.push(...page.items.map(({ text }) => text))
      after = page.next
    }
    expect(texts).toEqual(Array.from({ length: 120 }, (_, number) => `note ${119 - number}`))
  })

  test('papers show no number of a document to anybody', async () => {
    const an = await house.player()
    const form = { ...(await application(an)), documentNumber: 'CANARY5566' }
    await an.call(applyForCertification, form, randomUUID())
    const response = await operators.reviewer.fetch(`/api/v1/console/players/${an.id}/papers`)
    const text = await response.text()
    expect(text).toContain('passport')
    expect(text).not.toContain('CANARY')
    expect((await operators.support.call(listPlayerPapers, { id: an.id })).items).toMatchObject([
      { status: 'waiting', decidedBy: null },
    ])
  })

  const parts: Endpoint[] = [
    listPlayerPapers,
    listPlayerWallets,
    listLinkedAccounts,
    listPlayerRequests,
    listPlayerSessions,
    viewPlayerConversation,
    showPlayerLife,
  ]
  test.each(parts.map((call) => [call.path, call] as const))(
    '%s refuses a player who does not exist',
    async (_, call) => {
      const may = call.can === 'wallets.view' ? operators.finance : operators.support
      const response = await may.fetch(`/api/v1${call.path.replace(':id', randomUUID())}`)
      expect(await response.json()).toMatchObject({ code: 'player_unknown' })
    },
  )

  test('linked accounts are listed with every reason, the strongest account first', async () => {
    const [an, binh, chi] = [await house.player(), await house.player(), await house.player()]
    const browser = house.visitor()
    for (const each of [an, binh]) await browser.signIn(each.account, testPassword)
    const { items } = await operators.risk.call(listLinkedAccounts, { id: an.id })
    expect(items[0]).toMatchObject({ id: binh.id, reasons: [{ reason: 'device' }, { reason: 'address' }] })
    expect(items.find(({ id }) => id === chi.id)).toMatchObject({ reasons: [{ reason: 'address' }] })
    expect(items.some(({ id }) => id === an.id)).toBe(false)
  })
})

describe('the time line', () => {
  const eventsFor = async (role: OperatorRole, an: Player) => {
    const { items } = await operators[role].call(showPlayerLife, { id: an.id })
    return new Set(items.map(({ event }) => event))
  }

  test('has everything that happened, and only what the role may see', async () => {
    const { an } = await someoneBusy()
    await an.call(beginExclusion, { span: 'week' })
    const everybody: LifeEvent[] = [
      'registered',
      'logged_in',
      'bets',
      'withdrawal_asked',
      'withdrawal_decided',
      'certification_asked',
      'wallet_added',
      'deposit_limit',
      'note',
      'exclusion',
    ]
    for (const role of operatorRoles) {
      const events = await eventsFor(role, an)
      for (const event of everybody) expect(events.has(event), `${role} ${event}`).toBe(true)
      expect(events.has('case_opened'), role).toBe(['support', 'auditor'].includes(role))
      expect(events.has('action'), role).toBe(['admin', 'auditor'].includes(role))
    }
    const { items } = await operators.risk.call(showPlayerLife, { id: an.id })
    expect(items.find(({ event }) => event === 'bets')?.amount).toBe(money('5.00'))
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => b - a))
  })

  test('is read page by page, without a gap and without a repetition, also where many things have one instant', async () => {
    const an = await house.player()
    await noted(an, 130)
    const keys: string[] = []
    let after: string | undefined
    for (let pages = 0; pages < 10; pages++) {
      const page = await operators.risk.call(showPlayerLife, { id: an.id, ...(after && { after }) })
      keys.push(...page.items.map(({ key }) => key))
      if (page.next === null) break
      after = page.next
    }
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => key.startsWith('note:'))).toHaveLength(130)
    await expect(operators.risk.call(showPlayerLife, { id: an.id, after: 'x' })).rejects.toMatchObject({
      code: 'request_malformed',
    })
  })
})
