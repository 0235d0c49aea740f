import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeCertification, viewCertification } from '#contract/console/certifications'
import {
  passWithdrawal,
  agreeWithdrawal,
  takeWithdrawal,
  viewWithdrawalAsOperator,
} from '#contract/console/withdrawals'
import {
  handOverCertification,
  handOverWithdrawal,
  readShiftNote,
  showWork,
  writeShiftNote,
} from '#contract/console/work/shifts'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { sendMessage } from '#contract/service/chat'
import { answerConversation, claimConversation, closeConversation } from '#contract/service/desk'
import { operatorMe } from '#contract/ops'
import { reviewLeaseMs } from '#core/reviews/review'
import { money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, application } from '../../testing/person.ts'
import { conversationIdOf } from '../../testing/service/conversations.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const nameOf = async (operator: Visitor) => (await operator.call(operatorMe, {})).account
const workOf = (operator: Visitor) => operator.call(showWork, {})

async function newApplication(): Promise<string> {
  const an = await house.player()
  return (await an.call(applyForCertification, await application(an), randomUUID())).id
}

describe('handing over', () => {
  test('gives a case in hand to a named colleague, who sees it first with the note', async () => {
    const [first, second] = [await house.operator('reviewer'), await house.colleague('reviewer')]
    const [own, id] = [await newApplication(), await newApplication()]
    await second.call(takeCertification, { id: own })
    await first.call(takeCertification, { id })
    const account = await nameOf(second)
    const { takenUntil } = await first.call(handOverCertification, { id, account, note: 'the photo is dark' })
    expect(takenUntil).toBe(house.clock.nowMs() + reviewLeaseMs)
    expect((await workOf(second)).mine).toMatchObject([
      { id, kind: 'certification', from: 'reviewer', note: 'the photo is dark' },
      { id: own, from: null, note: null },
    ])
    expect((await workOf(first)).now.find((each) => each.id === id)).toMatchObject({ operator: account })
    expect(await codeOf(first.call(takeCertification, { id }))).toBe('review_taken')
    expect(await first.call(viewCertification, { id })).toMatchObject({
      takenBy: account,
      status: 'under_review',
      decided: null,
    })
  })

  test('needs the case in one’s own hand, and a colleague who may decide it', async () => {
    const [first, second] = [await house.operator('reviewer'), await house.colleague('reviewer')]
    const [id, account] = [await newApplication(), await nameOf(second)]
    const hand = (by: Visitor, to: string) => codeOf(by.call(handOverCertification, { id, account: to }))
    expect(await hand(first, account)).toBe('review_not_taken')
    await first.call(takeCertification, { id })
    expect(await hand(second, 'reviewer')).toBe('review_taken')
    for (const to of ['reviewer', 'finance', 'support', 'nobody'])
      expect(await hand(first, to), to).toBe('operator_unknown')
    expect(await hand(first, account)).toBe('done')
    // The lease runs out, and a third may take it: what was handed over does not lie forgotten.
    house.clock.forward(reviewLeaseMs)
    const third = await house.colleague('reviewer')
    expect(await codeOf(third.call(takeCertification, { id }))).toBe('done')
    expect((await workOf(second)).mine.map((each) => each.id)).not.toContain(id)
  })

  test('does not make one person two: who agreed first cannot pass a withdrawal that went round', async () => {
    const [one, other] = [await house.operator('finance'), await house.colleague('finance')]
    const an = await withdrawer(house, '9000.00')
    const form = { walletId: an.walletId, amount: money('6000.00'), paymentPassword }
    const { id } = await an.call(requestWithdrawal, form, randomUUID())
    await one.call(takeWithdrawal, { id })
    await one.call(agreeWithdrawal, { id })
    await other.call(takeWithdrawal, { id })
    await other.call(handOverWithdrawal, { id, account: 'finance' })
    expect(await codeOf(one.call(passWithdrawal, { id, payoutReference: 'TX 1' }))).toBe('same_person')
    await one.call(handOverWithdrawal, { id, account: await nameOf(other) })
    await other.call(passWithdrawal, { id, payoutReference: 'TX 1' })
    expect(await one.call(viewWithdrawalAsOperator, { id })).toMatchObject({
      status: 'passed',
      decided: { by: await nameOf(other), payoutReference: 'TX 1', reason: null },
    })
    expect(await codeOf(other.call(handOverWithdrawal, { id, account: 'finance' }))).toBe('already_decided')
  })

  test('shows each role the work on what it may decide, and nobody else’s', async () => {
    const support = await house.operator('support')
    const an = await house.player()
    await an.call(sendMessage, { text: 'Good morning' }, randomUUID())
    const id = await conversationIdOf(house, an)
    await support.call(claimConversation, { id })
    const second = await house.colleague('support')
    expect((await workOf(second)).now).toMatchObject([
      { id, kind: 'conversation', operator: 'support', account: an.account },
    ])
    for (const role of ['reviewer', 'finance', 'auditor'] as const) {
      const { now, colleagues } = await workOf(await house.operator(role))
      expect(now.filter(({ kind }) => kind === 'conversation')).toEqual([])
      expect(colleagues.map(({ kind }) => kind)).not.toContain('conversation')
    }
    expect(await workOf(await house.operator('auditor'))).toMatchObject({ now: [], mine: [], colleagues: [] })
  })
})

test('an answered conversation leaves the work of its operator when their time runs out; one that waits stays', async () => {
  const [support, an] = [await house.colleague('support'), await house.player()]
  await an.call(sendMessage, { text: 'Good evening' }, randomUUID())
  const id = await conversationIdOf(house, an)
  const mine = async () => (await workOf(support)).mine.map((each) => each.id)
  await support.call(claimConversation, { id })
  await support.call(answerConversation, { id, text: 'Good evening' }, randomUUID())
  expect(await mine()).toEqual([id])
  const { assigned_until } = await house.app.db.query
    .selectFrom('conversation')
    .select('assigned_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  house.clock.forward(assigned_until!.getTime() - house.clock.nowMs() + 1)
  expect(await mine()).toEqual([])
  await an.call(sendMessage, { text: 'One more thing' }, randomUUID())
  expect(await mine()).toEqual([id])
})

describe('notes between shifts', () => {
  test('are shown to others of the role until each has read them', async () => {
    const [first, second, third] = [
      await house.operator('support'),
      await house.colleague('support'),
      await house.colleague('support'),
    ]
    await first.call(writeShiftNote, { text: 'The bank is closed tomorrow.' }, randomUUID())
    house.clock.forward(1000)
    await first.call(writeShiftNote, { text: 'Call the bank at nine.' }, randomUUID())
    const notes = async (by: Visitor) => (await workOf(by)).notes
    const seen = await notes(second)
    expect(seen.map(({ text, by }) => [text, by])).toEqual([
      ['The bank is closed tomorrow.', 'support'],
      ['Call the bank at nine.', 'support'],
    ])
    expect(await notes(first)).toEqual([])
    expect(await notes(await house.operator('finance'))).toEqual([])
    await second.call(readShiftNote, { id: seen[0]!.id })
    await second.call(readShiftNote, { id: seen[0]!.id })
    expect((await notes(second)).map(({ id }) => id)).toEqual([seen[1]!.id])
    expect((await notes(third)).length).toBe(2)
    const finance = await house.operator('finance')
    expect(await codeOf(finance.call(readShiftNote, { id: seen[1]!.id }))).toBe('note_unknown')
    house.clock.forward(8 * 24 * 3_600_000)
    expect(await notes(await house.colleague('support'))).toEqual([])
  })
})

test('a conversation is ended as answered only while nobody waits in it', async () => {
  const [support, an] = [await house.operator('support'), await house.player()]
  await an.call(sendMessage, { text: 'Where is my money?' }, randomUUID())
  const id = await conversationIdOf(house, an)
  const end = () => codeOf(support.call(closeConversation, { id, answeredOnly: true }))
  expect(await end()).toBe('conversation_waiting')
  await support.call(answerConversation, { id, text: 'On its way' }, randomUUID())
  await an.call(sendMessage, { text: 'Since when?' }, randomUUID())
  expect(await end()).toBe('conversation_waiting')
  await support.call(answerConversation, { id, text: 'Since noon' }, randomUUID())
  expect(await end()).toBe('done')
})
