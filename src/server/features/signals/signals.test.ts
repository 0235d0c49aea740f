import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { showDesk } from '#contract/console/desk'
import {
  closeSignalCase,
  listSignalCases,
  lookedSignalCase,
  takeSignalCase,
  viewSignalCase,
  waitSignalCase,
} from '#contract/signals/cases'
import {
  agreeWithdrawal,
  passWithdrawal,
  rejectWithdrawal,
  takeWithdrawal,
  viewWithdrawalAsOperator,
} from '#contract/console/withdrawals'
import type { Output } from '#contract/endpoint'
import { listWithdrawals, requestWithdrawal, viewWithdrawal } from '#contract/money/withdrawals'
import { addWallet } from '#contract/money/wallets'
import { readImports } from '../../../../scripts/structure/imports.ts'
import { changeSettings, digitalForm, money, paymentPassword, tronAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, testPassword } from '../../testing/person.ts'
import { signalAbout } from '../../testing/signals/cases.ts'
import { meetAt } from '../../testing/requests/locks.ts'
import { evaluateAll } from '../../testing/signals/findings.ts'
import { forgetDevices } from '../../services/guard/devices.ts'
import { rules } from './rules.ts'

const hourMs = 3_600_000
let house: House
let finance: Visitor
let risk: Visitor
beforeAll(async () => void (house = await openHouse()))
afterEach(() => house.audit())
afterAll(() => house.close())

const staff = async () => {
  finance = await house.operator('finance')
  risk = await house.operator('risk')
}
type Seen = Output<typeof viewSignalCase>['seen']
type Withdrawer = Player & { walletId: string }
const ask = async (player: Pick<Withdrawer, 'call' | 'walletId'>, amount = '20.00') =>
  (
    await player.call(
      requestWithdrawal,
      { walletId: player.walletId, amount: money(amount), paymentPassword },
      randomUUID(),
    )
  ).id
const pass = async (id: string) => {
  await finance.call(takeWithdrawal, { id })
  return finance.call(passWithdrawal, { id, payoutReference: 'TX 1' })
}
/** The first look at an event is a moment after it. */
const evaluate = async () => {
  house.clock.forward(2_000)
  await evaluateAll(house.app, null)
}
const signalsOf = (playerId: string) =>
  house.app.db.query
    .selectFrom('signal')
    .innerJoin('signal_player', 'signal_player.signal_id', 'signal.id')
    .select(['signal.rule', 'signal.fact', 'signal.case_id', 'signal.facts'])
    .where('signal_player.player_id', '=', playerId)
    .orderBy('signal.id')
    .execute()

describe('the same fact', () => {
  test('makes one signal, however often and by however many nodes at once it is found', async () => {
    const an = await house.player()
    const [one, ...others] = await Promise.all(
      Array.from({ length: 8 }, () => signalAbout(house, { fact: 'found often', playerIds: [an.id] })),
    )
    expect(new Set([one, ...others]).size).toBe(1)
    expect(await signalsOf(an.id)).toHaveLength(1)
  })

  test('is not found again by a second look, nor by two nodes that look at the same moment', async () => {
    const address = tronAddress()
    const players = [
      await withdrawer(house, '100.00'),
      await withdrawer(house, '100.00'),
      await withdrawer(house, '100.00'),
    ]
    for (const each of players) await each.call(addWallet, digitalForm(address), randomUUID())
    await Promise.all([evaluate(), evaluate(), evaluate()])
    house.clock.forward(6 * 60_000)
    await evaluate()
    expect(await signalsOf(players[0]!.id)).toMatchObject([
      { rule: 'wallet', facts: { accounts: '3', kind: 'digital' } },
    ])
    expect((await signalsOf(players[2]!.id))[0]!.case_id).toBe((await signalsOf(players[0]!.id))[0]!.case_id)
  })
})

test('a withdrawal soon after a recovery, from a new browser, is found although the recovery forgot all browsers', async () => {
  const an = await withdrawer(house, '500.00')
  house.clock.forward(8 * 24 * hourMs)
  await forgetDevices(house.app.db.query, { playerId: an.id })
  const thief = house.visitor()
  await thief.signIn(an.account, testPassword)
  await ask({ ...thief, walletId: an.walletId }, '200.00')
  await evaluate()
  expect((await signalsOf(an.id)).map(({ rule }) => rule)).toContain('device')
})

test('signals about linked players gather in one open case; after it is closed the next one opens another', async () => {
  await staff()
  const [an, binh] = [await house.player(), await house.player()]
  const first = await signalAbout(house, { playerIds: [an.id] })
  expect(await signalAbout(house, { playerIds: [an.id, binh.id], rule: 'sides' })).toBe(first)
  expect(await signalAbout(house, { playerIds: [binh.id], rule: 'device' })).toBe(first)
  await risk.call(takeSignalCase, { id: first, from: null })
  await risk.call(closeSignalCase, {
    id: first,
    seen: { signals: 3, holds: 0 },
    conclusion: 'explained',
    text: 'a family with one card',
  })
  expect(await signalAbout(house, { playerIds: [binh.id], rule: 'parts' })).not.toBe(first)
})

describe('a held withdrawal', () => {
  test('cannot be agreed to or paid before somebody looked at its case, and can from then on', async () => {
    await staff()
    const an = await withdrawer(house, '100.00')
    const id = await ask(an)
    const caseId = await signalAbout(house, { playerIds: [an.id] })
    const { number, seen } = await risk.call(viewSignalCase, { id: caseId })
    const held = { code: 'withdrawal_on_hold', facts: { case: number, hours: '12' } }
    await expect(pass(id)).rejects.toMatchObject(held)
    await expect(finance.call(agreeWithdrawal, { id })).rejects.toMatchObject(held)
    expect(await finance.call(viewWithdrawalAsOperator, { id })).toMatchObject({ hold: { number, caseId } })
    await risk.call(takeSignalCase, { id: caseId, from: null })
    await risk.call(lookedSignalCase, { id: caseId, seen, text: 'the card of a sister' })
    expect(await finance.call(viewWithdrawalAsOperator, { id })).toMatchObject({ hold: null })
    await pass(id)
  })

  test('stays held if it was held after the operator had viewed the case, until they have seen it', async () => {
    await staff()
    const an = await withdrawer(house, '100.00')
    const first = await ask(an)
    const id = await signalAbout(house, { playerIds: [an.id] })
    await risk.call(takeSignalCase, { id, from: null })
    const second = await ask(an, '30.00')
    const text = 'the card of a sister'
    const decisions: ((seen: Seen) => Promise<unknown>)[] = [
      (seen) => risk.call(waitSignalCase, { id, seen, text, dueAt: house.clock.nowMs() + hourMs }),
      (seen) => risk.call(closeSignalCase, { id, seen, text, conclusion: 'explained' }),
      (seen) => risk.call(lookedSignalCase, { id, seen, text }),
    ]
    const refusedAfter = async (change: () => Promise<unknown>) => {
      const { seen } = await risk.call(viewSignalCase, { id })
      await change()
      for (const decide of decisions) await expect(decide(seen)).rejects.toMatchObject({ code: 'signal_case_changed' })
    }
    // A withdrawal that is held for a signal of before, and then a signal that holds nothing.
    await refusedAfter(evaluate)
    await refusedAfter(() => signalAbout(house, { playerIds: [an.id], rule: 'device' }))
    for (const each of [first, second]) await expect(pass(each)).rejects.toMatchObject({ code: 'withdrawal_on_hold' })
    const { seen } = await risk.call(viewSignalCase, { id })
    await risk.call(lookedSignalCase, { id, seen, text })
    for (const each of [first, second]) await pass(each)
  })

  test('is not held once the operator’s decision about the case has locked it', async () => {
    await staff()
    const an = await withdrawer(house, '100.00')
    const id = await signalAbout(house, { playerIds: [an.id] })
    await risk.call(takeSignalCase, { id, from: null })
    const { seen } = await risk.call(viewSignalCase, { id })
    const asked = await ask(an)
    // The operator's request has locked the case by the time it writes its step.
    const held = { query: 'lock table signal_case_step in share mode', of: [] }
    await meetAt<unknown>(house, held, [
      () => risk.call(lookedSignalCase, { id, seen, text: 'the card of a sister' }),
      evaluate,
    ])
    await pass(asked)
  })

  test('can be rejected, and the money is back at once', async () => {
    await staff()
    const an = await withdrawer(house, '100.00')
    const id = await ask(an)
    await signalAbout(house, { playerIds: [an.id] })
    await finance.call(rejectWithdrawal, { id, reason: 'wallet_invalid', text: 'the bank knows no such card' })
  })

  test('is free by itself after the time that is set, whatever is found meanwhile, and an alarm tells', async () => {
    await staff()
    const an = await withdrawer(house, '100.00')
    const id = await ask(an)
    await signalAbout(house, { playerIds: [an.id] })
    house.clock.forward(11 * hourMs)
    await signalAbout(house, { playerIds: [an.id], rule: 'sides' })
    await evaluate()
    await staff()
    await expect(pass(id)).rejects.toMatchObject({ code: 'withdrawal_on_hold', facts: { hours: '1' } })
    house.clock.forward(hourMs)
    await staff()
    await signalAbout(house, { playerIds: [an.id], rule: 'unplayed' })
    const { alarms, queues } = await risk.call(showDesk, {})
    expect(alarms.find(({ kind }) => kind === 'signals')).toMatchObject({ what: 'holds 1' })
    expect(queues.find(({ kind }) => kind === 'signals')!.waiting).toBeGreaterThan(0)
    await pass(id)
  })

  test('is one that was asked for after the case was opened as well, until somebody has looked', async () => {
    await staff()
    const an = await withdrawer(house, '100.00')
    const caseId = await signalAbout(house, { playerIds: [an.id] })
    const id = await ask(an)
    await evaluate()
    await expect(pass(id)).rejects.toMatchObject({ code: 'withdrawal_on_hold' })
    await risk.call(takeSignalCase, { id: caseId, from: null })
    const { seen } = await risk.call(viewSignalCase, { id: caseId })
    await risk.call(closeSignalCase, { id: caseId, seen, conclusion: 'nothing_found', text: 'it was a mistake' })
    await pass(id)
    const next = await ask(an, '30.00')
    await evaluate()
    await pass(next)
  })

  test('is none of a rule that is not set to hold', async () => {
    await staff()
    const an = await withdrawer(house, '100.00')
    const id = await ask(an)
    await signalAbout(house, { playerIds: [an.id], rule: 'device' })
    await evaluate()
    await pass(id)
  })

  test('is either held or passed where both happen at the same moment', async () => {
    await staff()
    for (let round = 0; round < 5; round++) {
      const an = await withdrawer(house, '100.00')
      const id = await ask(an)
      await finance.call(takeWithdrawal, { id })
      const paying = finance.call(passWithdrawal, { id, payoutReference: 'TX 2' })
      const [paid] = await Promise.allSettled([paying, signalAbout(house, { playerIds: [an.id] })])
      const holds = await house.app.db.query
        .selectFrom('withdrawal_hold')
        .select('case_id')
        .where('withdrawal_id', '=', id)
        .execute()
      expect(holds.length).toBe(paid.status === 'fulfilled' ? 0 : 1)
    }
  })
})

test('two people change what a rule looks for, and a rule without points rests', async () => {
  const address = tronAddress()
  const couple = [await withdrawer(house, '100.00'), await withdrawer(house, '100.00')]
  for (const each of couple) await each.call(addWallet, digitalForm(address), randomUUID())
  await evaluate()
  expect(await signalsOf(couple[0]!.id)).toEqual([])
  await changeSettings(house, { signal_wallet_accounts: '2' })
  house.clock.forward(6 * 60_000)
  await evaluate()
  expect(await signalsOf(couple[0]!.id)).toMatchObject([{ rule: 'wallet', facts: { accounts: '2' } }])
  await changeSettings(house, { signal_wallet_points: '0' })
  const third = await withdrawer(house, '100.00')
  await third.call(addWallet, digitalForm(address), randomUUID())
  await evaluate()
  expect(await signalsOf(third.id)).toEqual([])
  await changeSettings(house, { signal_wallet_points: '40', signal_wallet_accounts: '3' })
})

test('a rule that fails for one event stops neither the others nor other rules, and an alarm tells', async () => {
  const address = tronAddress()
  const players = [
    await withdrawer(house, '100.00'),
    await withdrawer(house, '100.00'),
    await withdrawer(house, '100.00'),
  ]
  const { id: poison } = await players[0]!.call(addWallet, digitalForm(), randomUUID())
  for (const each of players) await each.call(addWallet, digitalForm(address), randomUUID())
  const find = rules.wallet.wallets!
  const failing = vi
    .spyOn(rules.wallet as Required<typeof rules.wallet>, 'wallets')
    .mockImplementation(async (asked, ids) => {
      if (ids.includes(poison)) throw new Error('this one cannot be read')
      return find(asked, ids)
    })
  await evaluate()
  failing.mockRestore()
  expect(await signalsOf(players[1]!.id)).toMatchObject([{ rule: 'wallet' }])
  await staff()
  const { alarms } = await risk.call(showDesk, {})
  expect(alarms.find(({ kind }) => kind === 'signals')?.what).toContain('this one cannot be read')
})

test('a node that died in its turn is followed by another, which looks at what it left', async () => {
  const an = await withdrawer(house, '100.00')
  const now = new Date(house.clock.nowMs())
  await house.app.db.query
    .updateTable('signal_turn')
    .set({ holder: randomUUID(), held_until: new Date(now.getTime() + 60_000) })
    .execute()
  const address = tronAddress()
  const players = [an, await withdrawer(house, '100.00'), await withdrawer(house, '100.00')]
  for (const each of players) await each.call(addWallet, digitalForm(address), randomUUID())
  await evaluate()
  expect(await signalsOf(an.id)).toEqual([])
  house.clock.forward(61_000)
  await evaluate()
  expect(await signalsOf(an.id)).toMatchObject([{ rule: 'wallet' }])
})

describe('all that a rule can do is hold', () => {
  const folder = 'src/server/features/signals'

  test('it imports nothing that moves money, changes accounts or draws, and no other feature', async () => {
    const imports = await readImports(['src/server', 'src/core'])
    const own = [...imports].filter(([file]) => file.startsWith(`${folder}/`))
    const targets = own.flatMap(([, to]) => to).filter((to) => !to.startsWith(`${folder}/`))
    expect([...new Set(targets)].toSorted()).toEqual([
      'src/core/games/families.ts',
      'src/core/games/market.ts',
      'src/core/money/cents.ts',
      'src/core/rules/money/settings.ts',
      'src/core/signals/rules.ts',
      'src/server/db/database.ts',
      'src/server/services/addresses/address-countries.ts',
      'src/server/services/settings/current-settings.ts',
      'src/server/world/app.ts',
      'src/server/world/members/database.ts',
    ])
  })

  test('it writes to tables of its own and to no others', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    const text = (await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('\n')
    const written = [
      ...text.matchAll(
        /(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)'|(?:insert into|delete from|^\s*update) (\w+)/gm,
      ),
    ]
    const tables = new Set(written.map(([, built, plain]) => String(built ?? plain)))
    expect([...tables].toSorted()).toEqual([
      'signal',
      'signal_case',
      'signal_case_step',
      'signal_player',
      'signal_turn',
      'withdrawal_hold',
    ])
  })

  test('a withdrawal under hold keeps its state, and the player is told its end alone and stopped from nothing', async () => {
    const an = await withdrawer(house, '100.00')
    const id = await ask(an)
    const state = () =>
      house.app.db.query
        .selectFrom('player')
        .select(['status', 'is_limited', 'withdrawals_paused_until'])
        .where('id', '=', an.id)
        .executeTakeFirstOrThrow()
    const [before, events] = [await state(), await house.app.db.query.selectFrom('event').select('id').execute()]
    await signalAbout(house, { playerIds: [an.id] })
    expect(await state()).toEqual(before)
    expect(await house.app.db.query.selectFrom('event').select('id').execute()).toHaveLength(events.length)
    const row = house.app.db.query.selectFrom('withdrawal').select('status').where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ status: 'waiting' })
    // Of rule, case and signal nothing is said: the answer has one instant more than any other withdrawal's.
    const seen = await an.call(viewWithdrawal, { id })
    expect(seen).toMatchObject({ status: 'waiting', checkedUntil: seen.createdAt + 12 * hourMs })
    const second = await ask(an, '10.00')
    const { items } = await an.call(listWithdrawals, {})
    expect(items.find((item) => item.id === id)).toMatchObject({ checkedUntil: seen.checkedUntil })
    expect(Object.keys(await an.call(viewWithdrawal, { id: second }))).toEqual(Object.keys(seen))
    house.clock.to(seen.checkedUntil!)
    expect(await an.call(viewWithdrawal, { id })).toMatchObject({ checkedUntil: null })
  })
})

test('overdue cases come first, and a case is due when the first hold would end', async () => {
  await staff()
  const an = await withdrawer(house, '100.00')
  await ask(an)
  const calm = await signalAbout(house, { playerIds: [(await house.player()).id], rule: 'device' })
  const pressing = await signalAbout(house, { playerIds: [an.id] })
  const { items } = await risk.call(listSignalCases, { state: 'open' })
  const dues = items.map(({ dueAt }) => dueAt)
  expect(dues).toEqual(dues.toSorted((one, other) => one - other))
  const place = (id: string) => items.findIndex((item) => item.id === id)
  expect(place(pressing)).toBeLessThan(place(calm))
  expect(items[place(pressing)]).toMatchObject({
    holds: 1,
    dueAt: house.clock.nowMs() + 12 * hourMs,
    rules: ['wallet'],
  })
})
