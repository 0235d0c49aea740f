import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { passCertification, takeCertification } from '#contract/console/certifications'
import { inviteOperator, joinOperators } from '#contract/console/operators'
import { setPlayerStatus, viewPlayer } from '#contract/console/players'
import { approveProposal } from '#contract/console/settings'
import { locales } from '#contract/locales'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { me } from '#contract/people/me'
import { askChange, confirmChange } from '#contract/people/profile'
import { listRepeatOrders, placeRepeatOrder } from '#contract/play/bets'
import type { AccountStatus } from '#core/rules/account-status'
import { texts } from '../../world/texts.ts'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { meetAt, playerRow } from '../../testing/requests/locks.ts'
import { money, paymentPassword, withdrawer } from '../../testing/money.ts'
import {
  type Player,
  type Visitor,
  application,
  openVisitor,
  registration,
  testPassword,
} from '../../testing/person.ts'
import { runRepeatOrders } from '../bets/repeat-orders/run-repeat-orders.ts'

let house: DrawHouse
let risk: Visitor
beforeAll(async () => {
  house = await openDrawHouse()
  risk = await house.operator('risk')
})
afterEach(() => house.audit())
afterAll(() => house.close())

const reason = 'married to our night manager'
const setStatus = (player: Player, status: AccountStatus) =>
  risk.call(setPlayerStatus, { id: player.id, status, reason })
const statusOf = async ({ id }: Player) => (await risk.call(viewPlayer, { id })).status
const stake = ['k3.sum_big_small big 2.00']

async function repeatOrder(player: Player) {
  const { drawId, rules } = await periodNow(player, 'k3_10m')
  const asked = { drawId, rules, bets: stake.map(chosen), periods: 2, stopsOnWin: false }
  return player.call(placeRepeatOrder, asked, randomUUID())
}

/** Invites, approves and joins a new operator. */
async function hire(account: string, email: string): Promise<void> {
  const join = await letIn(account, email)
  await join()
}

/** The same up to the last step, which is returned. */
async function letIn(account: string, email: string): Promise<() => Promise<unknown>> {
  const admin = await house.operator('admin')
  const asked = { account, name: account, email, role: 'support', reason } as const
  const { proposalId } = await admin.call(inviteOperator, asked)
  await risk.call(approveProposal, { id: proposalId })
  const [mail] = await house.mailsTo(email, ({ text }) => text.includes('/join#') && text.includes(account))
  const token = /\/join#([\w-]{43})/.exec(mail!.text)![1]!
  const password = { password: testPassword, repeat: testPassword }
  return () => openVisitor(house.consoleUrl).call(joinOperators, { token, ...password })
}

async function changeAddress(player: Player, email: string): Promise<() => Promise<unknown>> {
  const { requestId } = await player.call(askChange, { field: 'email', email })
  const [mail] = await house.mailsTo(email, ({ subject }) => subject.includes('code'))
  const code = /\b[0-9]{8}\b/.exec(mail!.text)![0]
  return () => player.call(confirmChange, { requestId, code })
}

/** Applies for certification; the last step, by which it is passed, is returned. */
async function applied(player: Visitor): Promise<() => Promise<unknown>> {
  const reviewer = await house.operator('reviewer')
  const { id } = await player.call(applyForCertification, await application(player), randomUUID())
  await reviewer.call(takeCertification, { id })
  return () => reviewer.call(passCertification, { id })
}

describe('K3: an account that is linked to staff', () => {
  test('neither bets nor repeat orders, is told so in its language, and withdraws as before', async () => {
    const an = await withdrawer(house, '50.00')
    await repeatOrder(an)
    await setStatus(an, 'staff')
    const period = await periodNow(an, 'k3_5m')
    await expect(bet(an, period, { bets: stake })).rejects.toMatchObject({ code: 'account_staff' })
    await expect(repeatOrder(an)).rejects.toMatchObject({ code: 'account_staff' })
    for (const language of locales) {
      const response = await an.fetch('/api/v1/bets', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          'accept-language': language,
        },
        body: JSON.stringify({
          drawId: period.drawId,
          rules: period.rules,
          bets: [{ ...chosen(stake[0]!), stake: '2.00' }],
        }),
      })
      expect(await response.json()).toMatchObject({ detail: texts[language].refusal.account_staff })
    }
    const form = { walletId: an.walletId, amount: money('10.00'), paymentPassword }
    expect((await an.call(requestWithdrawal, form, randomUUID())).status).toBe('waiting')
    expect(await an.call(me, {})).toMatchObject({ status: 'staff' })
  })

  test('has its running repeat orders stopped, and what they held is free', async () => {
    const an = await house.player({ balance: '50.00', certified: true })
    const { id } = await repeatOrder(an)
    await setStatus(an, 'staff')
    await runRepeatOrders(house.app)
    await runRepeatOrders(house.app)
    const [one] = (await an.call(listRepeatOrders, {})).items
    expect(one).toMatchObject({ id, status: 'stopped', placed: 0, held: 0n })
    expect(await an.balance()).toBe('50.00')
  })

  test('shows in the file who linked it and why, and cannot become normal by way of another status', async () => {
    const an = await house.player({ balance: '5.00', certified: true })
    await setStatus(an, 'staff')
    expect((await risk.call(viewPlayer, { id: an.id })).staffLink).toMatchObject({ why: reason, by: 'risk' })
    await setStatus(an, 'frozen')
    await expect(setStatus(an, 'normal')).rejects.toMatchObject({ code: 'status_unreachable' })
    await setStatus(an, 'staff')
    await setStatus(an, 'normal')
    expect((await risk.call(viewPlayer, { id: an.id })).staffLink).toBeNull()
    await an.signIn(an.account, an.password)
    await bet(an, await periodNow(an, 'k3_5m'), { bets: stake })
  })
})

describe('K3: an operator’s address', () => {
  test('makes a player who registers with it staff once certified, however it is written, while the operator works', async () => {
    await hire('thuy.le', 'Thuy.Le@staff.example')
    const visitor = house.visitor()
    await visitor.register({ ...registration('thuy_plays'), email: 'thuy.le@STAFF.example' })
    await visitor.signIn('thuy_plays', testPassword)
    const { id } = await visitor.call(me, {})
    const file = await risk.call(viewPlayer, { id })
    expect(file).toMatchObject({ status: 'normal', staffLink: { why: null, by: null } })
    const pass = await applied(visitor)
    await pass()
    expect(await visitor.call(me, {})).toMatchObject({ status: 'staff' })
    const lift = () => risk.call(setPlayerStatus, { id, status: 'normal', reason })
    await expect(lift()).rejects.toMatchObject({ code: 'status_unreachable' })
    const { db } = house.app
    const left_at = new Date(house.clock.nowMs())
    await db.query.updateTable('operator').set({ left_at }).where('account', '=', 'thuy.le').execute()
    expect(await lift()).toEqual({ status: 'normal' })
  })

  test('makes a player staff who becomes an operator, or who changes to it', async () => {
    const an = await house.player({ certified: true })
    await hire('an.too', `${an.account}@players.example`)
    expect(await statusOf(an)).toBe('staff')

    await hire('bao.vu', 'bao.vu@staff.example')
    const binh = await house.player({ certified: true })
    const change = await changeAddress(binh, 'bao.vu@staff.example')
    await change()
    expect(await statusOf(binh)).toBe('staff')
  })

  test('is told to nobody who only registers with it, before or after the operator joins', async () => {
    await hire('giang.ta', 'giang.ta@staff.example')
    const an = house.visitor()
    await an.register({ ...registration('not_giang'), email: 'giang.ta+1@staff.example' })
    await an.signIn('not_giang', testPassword)
    const binh = house.visitor()
    await binh.register({ ...registration('not_hai'), email: 'hai.lam+1@staff.example' })
    await binh.signIn('not_hai', testPassword)
    await hire('hai.lam', 'hai.lam@staff.example')
    const period = await periodNow(an, 'k3_5m')
    for (const each of [an, binh, await house.player()]) {
      expect(await each.call(me, {})).toMatchObject({ status: 'normal' })
      await expect(bet(each, period, { bets: stake })).rejects.toMatchObject({ code: 'certification_required' })
    }
  })

  test('makes a player staff who is certified at the moment in which the operator joins', async () => {
    const an = await house.player()
    const [pass, join] = [await applied(an), await letIn('khoa.an', `${an.account}+1@players.example`)]
    const { results } = await meetAt(house, playerRow(an.id), [pass, join])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await statusOf(an)).toBe('staff')
  })

  test('keeps a player staff whose link is lifted at the moment in which the operator joins', async () => {
    const an = await house.player({ certified: true })
    await setStatus(an, 'staff')
    const join = await letIn('lien.vo', `${an.account}@players.example`)
    const { results } = await meetAt<unknown>(house, playerRow(an.id), [() => setStatus(an, 'normal'), join])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await statusOf(an)).toBe('staff')
  })

  test('makes a player staff who changes to it at the moment in which the operator joins', async () => {
    const an = await house.player({ certified: true })
    const email = 'chi.do@staff.example'
    const [join, change] = [await letIn('chi.do', email), await changeAddress(an, email)]
    // By the time the change queues its mail it has checked for operators.
    const { results } = await meetAt(house, { query: 'lock table mail in share mode', of: [] }, [change, join])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await statusOf(an)).toBe('staff')
  })

  test('makes a player staff who has it with a +tag when the operator joins', async () => {
    const an = await house.player({ certified: true })
    const change = await changeAddress(an, 'Dung.Ho+lotto@staff.example')
    await change()
    await hire('dung.ho', 'dung.ho@staff.example')
    expect(await statusOf(an)).toBe('staff')
  })

  test('lets one operator join, however many were invited with it', async () => {
    const email = 'em.ly@staff.example'
    const [first, second] = [await letIn('em.ly', email), await letIn('em.ly.too', email)]
    const results = await Promise.allSettled([first(), second()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'invitation_invalid' } })
  })
})
