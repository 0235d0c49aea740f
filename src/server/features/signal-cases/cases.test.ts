import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  closeSignalCase,
  handOverSignalCase,
  listSignalCases,
  listSignalRules,
  lookedSignalCase,
  noteSignalCase,
  resumeSignalCase,
  takeSignalCase,
  viewPlayerScore,
  viewSignalCase,
  waitSignalCase,
} from '#contract/signals/cases'
import { dismissOperator, listOperators } from '#contract/console/operators'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { intrude } from '../../testing/ledger.ts'
import { money, paymentPassword, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'
import { signalAbout } from '../../testing/signals/cases.ts'

const dayMs = 24 * 3_600_000

let house: House
let risk: Visitor
let reviewer: Visitor
beforeAll(async () => {
  house = await openHouse()
  ;[risk, reviewer] = [await house.operator('risk'), await house.operator('reviewer')]
})
afterEach(() => house.audit())
afterAll(() => house.close())

const text = 'what was found'
const seen = { signals: 1, holds: 0 }
const opened = async () => signalAbout(house, { playerIds: [(await house.player()).id] })

test('of two who take a case at once one has it, and the other is told that it changed', async () => {
  const id = await opened()
  const taken = await Promise.allSettled([risk, reviewer].map((each) => each.call(takeSignalCase, { id, from: null })))
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(taken.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'signal_case_changed' } })
})

test('a colleague can take a case over from the owner whom they saw, and only the owner decides', async () => {
  const id = await opened()
  await risk.call(takeSignalCase, { id, from: null })
  await risk.call(takeSignalCase, { id, from: null })
  await expect(reviewer.call(closeSignalCase, { id, seen, text, conclusion: 'reported' })).rejects.toMatchObject({
    code: 'review_not_taken',
  })
  await reviewer.call(noteSignalCase, { id, text: 'I know this player' })
  await reviewer.call(takeSignalCase, { id, from: 'risk' })
  await expect(risk.call(lookedSignalCase, { id, seen, text })).rejects.toMatchObject({ code: 'review_not_taken' })
  await reviewer.call(handOverSignalCase, { id, account: 'risk' })
  const { owner, steps } = await risk.call(viewSignalCase, { id })
  expect(owner).toBe('risk')
  expect(steps.map(({ step, by, to }) => [step, by, to]).slice(0, 3)).toEqual([
    ['handed_over', 'reviewer', 'risk'],
    ['taken', 'reviewer', null],
    ['note', 'reviewer', null],
  ])
})

test('nobody takes or decides a case about their own account as a player, nor ends what is held for it', async () => {
  const [an, other] = [await withdrawer(house, '100.00'), await house.player()]
  const form = { walletId: an.walletId, amount: money('20.00'), paymentPassword }
  await an.call(requestWithdrawal, form, randomUUID())
  const id = await signalAbout(house, { playerIds: [other.id, an.id] })
  await risk.call(takeSignalCase, { id, from: null })
  await intrude(house, (tx) =>
    sql`update operator set email = (select replace(email, '@', '+work@') from player where id = ${an.id})
      where account = 'risk'`.execute(tx),
  )
  const shown = { signals: 1, holds: 1 }
  const refused = { code: 'same_person' }
  await expect(
    risk.call(waitSignalCase, { id, seen: shown, text, dueAt: house.clock.nowMs() + dayMs }),
  ).rejects.toMatchObject(refused)
  await expect(risk.call(resumeSignalCase, { id })).rejects.toMatchObject(refused)
  await expect(risk.call(lookedSignalCase, { id, seen: shown, text })).rejects.toMatchObject(refused)
  await expect(risk.call(closeSignalCase, { id, seen: shown, text, conclusion: 'explained' })).rejects.toMatchObject(
    refused,
  )
  // What has come to be about its owner is handed over, and is then not taken back.
  await risk.call(handOverSignalCase, { id, account: 'reviewer' })
  await expect(risk.call(takeSignalCase, { id, from: 'reviewer' })).rejects.toMatchObject(refused)
  expect(await risk.call(viewSignalCase, { id })).toMatchObject({ owner: 'reviewer', seen: shown })
  await reviewer.call(lookedSignalCase, { id, seen: shown, text })
  expect((await risk.call(viewSignalCase, { id })).holds).toMatchObject([{ account: an.account, endedBy: 'reviewer' }])
  await intrude(house, (tx) => sql`update operator set email = null where account = 'risk'`.execute(tx))
})

test.each(['finance', 'nobody'])('a case cannot be handed over to %s, who may not handle it', async (account) => {
  const id = await opened()
  await risk.call(takeSignalCase, { id, from: null })
  await expect(risk.call(handOverSignalCase, { id, account })).rejects.toMatchObject({ code: 'operator_unknown' })
})

test('every hold that a decision would release is shown, however many there are', async () => {
  const own = await openHouse()
  const an = await withdrawer(own, '100.00')
  const form = { walletId: an.walletId, amount: money('20.00'), paymentPassword }
  await an.call(requestWithdrawal, form, randomUUID())
  const id = await signalAbout(own, { playerIds: [an.id] })
  const now = new Date(own.clock.nowMs())
  await intrude(own, (tx) =>
    sql`
      with copied as (
        insert into withdrawal
        select (jsonb_populate_record(null::withdrawal, to_jsonb(withdrawal) || jsonb_build_object('id', gen_random_uuid()))).*
        from withdrawal cross join generate_series(1, 59) returning id)
      insert into withdrawal_hold (withdrawal_id, case_id, held_at, held_until)
      select id, ${id}, ${now}::timestamptz, ${now}::timestamptz + interval '1 day' from copied`.execute(tx),
  )
  const analyst = await own.operator('risk')
  const shown = await analyst.call(viewSignalCase, { id })
  expect([shown.holds.length, shown.seen.holds]).toEqual([60, 60])
  await analyst.call(takeSignalCase, { id, from: null })
  await analyst.call(lookedSignalCase, { id, seen: shown.seen, text })
  // Those that were ended are history, of which the newest fifty are shown.
  const after = await analyst.call(viewSignalCase, { id })
  expect([after.holds.length, after.seen.holds]).toEqual([50, 0])
  // The copies were never asked for, so the books contradict them.
  await own.abandon()
})

test('a closed case stays as it is', async () => {
  const id = await opened()
  await risk.call(takeSignalCase, { id, from: null })
  await risk.call(closeSignalCase, { id, seen, text, conclusion: 'restricted' })
  const refused = { code: 'already_decided' }
  await expect(risk.call(closeSignalCase, { id, seen, text, conclusion: 'explained' })).rejects.toMatchObject(refused)
  await expect(risk.call(noteSignalCase, { id, text })).rejects.toMatchObject(refused)
  await expect(reviewer.call(takeSignalCase, { id, from: 'risk' })).rejects.toMatchObject(refused)
  await expect(risk.call(resumeSignalCase, { id })).rejects.toMatchObject(refused)
  expect(await risk.call(viewSignalCase, { id })).toMatchObject({
    state: 'closed',
    conclusion: 'restricted',
    closedBy: 'risk',
  })
  const { items } = await risk.call(listSignalCases, { state: 'closed' })
  expect(items.find((item) => item.id === id)).toMatchObject({ conclusion: 'restricted', owner: 'risk' })
})

test('a case waits for an answer for thirty days at most, and is due again then', async () => {
  const id = await opened()
  await risk.call(takeSignalCase, { id, from: null })
  const nowMs = house.clock.nowMs()
  for (const dueAt of [nowMs, nowMs + 31 * dayMs])
    await expect(risk.call(waitSignalCase, { id, seen, text, dueAt })).rejects.toMatchObject({ code: 'validity_wrong' })
  await risk.call(waitSignalCase, { id, seen, text, dueAt: nowMs + 3 * dayMs })
  expect(await risk.call(viewSignalCase, { id })).toMatchObject({ state: 'waiting', dueAt: nowMs + 3 * dayMs })
  await risk.call(resumeSignalCase, { id })
  expect(await risk.call(viewSignalCase, { id })).toMatchObject({ state: 'open', dueAt: nowMs + dayMs })
})

test('the list has everybody’s cases, one’s own, or nobody’s, page by page', async () => {
  for (let count = 0; count < 52; count++) await opened()
  const first = await risk.call(listSignalCases, { state: 'open', whose: 'free' })
  expect(first.items).toHaveLength(50)
  expect(first.items.every(({ owner }) => owner === null)).toBe(true)
  const second = await risk.call(listSignalCases, { state: 'open', whose: 'free', after: first.next! })
  const ids = [...first.items, ...second.items].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const own = await risk.call(listSignalCases, { state: 'open', whose: 'own' })
  expect(own.items.every(({ owner }) => owner === 'risk')).toBe(true)
})

describe('a score', () => {
  test('is the sum of what each signal is said to count, fades, and is cleared by the case', async () => {
    const { id: playerId } = await house.player()
    await signalAbout(house, { playerIds: [playerId], rule: 'wallet' })
    const id = await signalAbout(house, {
      playerIds: [playerId],
      rule: 'device',
      facts: { amount: '120.00', hours: '3' },
    })
    const score = () => risk.call(viewPlayerScore, { id: playerId })
    expect(await score()).toMatchObject({
      score: 55,
      signals: [
        { rule: 'device', facts: { amount: '120.00', hours: '3' }, points: 15, counts: 15, as: 'full', caseId: id },
        { rule: 'wallet', points: 40, counts: 40, as: 'full' },
      ],
    })
    expect((await risk.call(viewSignalCase, { id })).players).toMatchObject([{ id: playerId, score: 55 }])
    house.clock.forward(30 * dayMs)
    risk = await house.operator('risk')
    expect(await score()).toMatchObject({ score: 27 })
    await risk.call(takeSignalCase, { id, from: null })
    await risk.call(closeSignalCase, { id, seen: { signals: 2, holds: 0 }, text, conclusion: 'nothing_found' })
    expect(await score()).toMatchObject({ score: 0, signals: [{ as: 'cleared' }, { as: 'cleared' }] })
  })

  test('of somebody who does not exist is refused', async () => {
    await expect(risk.call(viewPlayerScore, { id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'player_unknown',
    })
  })
})

test('the rules are listed with what is set, what they found and what of it was nothing', async () => {
  const { rules, holdMinutes, fadeDays } = await risk.call(listSignalRules, {})
  expect(rules.map(({ rule, points, holds, state }) => [rule, points, holds, state])).toEqual([
    ['wallet', 40, true, 'awake'],
    ['unplayed', 30, true, 'awake'],
    ['sides', 40, true, 'awake'],
    ['parts', 25, false, 'awake'],
    ['device', 15, false, 'awake'],
    ['country', 10, false, 'no_ranges'],
  ])
  expect(rules[0]!.settings.map(({ name, value }) => [name, value])).toEqual([
    ['signal_wallet_accounts', '3'],
    ['signal_wallet_points', '40'],
    ['signal_wallet_holds', 'on'],
  ])
  expect([holdMinutes, fadeDays]).toEqual([720, 30])
})

test('accounts that share a wallet or were invited are drawn with their links, at most sixty', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => house.player()))
  const id = await signalAbout(house, { playerIds: players.map((player) => player.id) })
  const { graph } = await (await house.operator('risk')).call(viewSignalCase, { id })
  expect(graph.nodes.length).toBeLessThanOrEqual(60)
  const drawn = new Set(graph.nodes.map((node) => node.id))
  for (const player of players) expect(drawn.has(player.id)).toBe(true)
  for (const { a, b } of graph.links) expect([drawn.has(a), drawn.has(b)]).toEqual([true, true])
  // Everybody in this house comes from one address.
  expect(graph.links.some(({ reason }) => reason === 'address')).toBe(true)
})

test('the cases of an operator who leaves are nobody’s', async () => {
  const id = await opened()
  const colleague = await house.colleague('risk')
  await colleague.call(takeSignalCase, { id, from: null })
  const admin = await house.operator('admin')
  const { owner } = await (await house.operator('risk')).call(viewSignalCase, { id })
  const leaving = (await admin.call(listOperators, {})).items.find(({ account }) => account === owner)!
  await admin.call(dismissOperator, { id: leaving.id, reason: 'left the house' })
  expect(await (await house.operator('risk')).call(viewSignalCase, { id })).toMatchObject({ owner: null })
})
