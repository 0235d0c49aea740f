import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parseReceipt } from '#core/fairness/receipt'
import { playerApi } from '#contract/api'
import { takeWithdrawal } from '#contract/console/withdrawals'
import type { Endpoint } from '#contract/endpoint'
import { locales } from '#contract/locales'
import { depositOptions, requestDeposit } from '#contract/money/deposits'
import { addWallet, listWallets } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { me } from '#contract/people/me'
import { closeAccount, editProfile } from '#contract/people/profile'
import { askToReturn, beginExclusion } from '#contract/people/protection'
import { confirmSession } from '#contract/people/sessions'
import { cancelRepeatOrder, listBets, listRepeatOrders, placeRepeatOrder } from '#contract/play/bets'
import { utcText } from '#core/writing/time-text'
import { fill } from '#contract/texts'
import { type ExclusionSpan, exclusionMs } from '#core/rules/play/exclusion'
import { openTicker } from '../../edges/jobs/ticker.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { replayBeacon } from '../../testing/draws/replay-beacon.ts'
import { dayMs, depositForm, digitalForm, money, paymentPassword, publishAddress } from '../../testing/money.ts'
import { withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, application, registration } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'
import { runRepeatOrders } from '../bets/repeat-orders/run-repeat-orders.ts'

let house: House
/** The games begin with the first tick, so that a test may let a day pass before it. */
let tick: () => Promise<void>
beforeAll(async () => {
  house = await openHouse({ beaconFrom: ({ clock }) => replayBeacon({ clock }) })
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  tick = openTicker(house.app).tick
})
afterEach(() => house.audit())
afterAll(() => house.close())

const bets = ['pk10.position_number@1 1 2.00']
const begin = (player: Player, span: ExclusionSpan) => player.call(beginExclusion, { span })
const confirm = (player: Player) => player.call(confirmSession, { password: player.password })
const until = (ms: number) => ({ code: 'player_excluded', facts: { until: new Date(ms).toISOString() } })
const repeatOrder = async (player: Player) => {
  const { drawId, rules } = await periodNow(player, 'speed_racing')
  return player.call(
    placeRepeatOrder,
    { drawId, rules, bets: bets.map(chosen), periods: 5, stopsOnWin: false },
    randomUUID(),
  )
}
const held = (player: Player) => balanceOf(house.app.db.query, `player:${player.id}:repeat_order`)

test('F4: a time-out is over after 24 hours and not a millisecond sooner, for stakes and for top-ups', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const form = await depositForm(an)
  const endsAt = house.clock.nowMs() + dayMs
  expect(await begin(an, 'day')).toEqual({
    exclusion: { kind: 'time_out', until: endsAt, opensAt: endsAt, canAskToReturn: false },
  })
  house.clock.to(endsAt - 1)
  await tick()
  await confirm(an)
  const period = await periodNow(an, 'speed_racing')
  await expect(bet(an, period, { bets })).rejects.toMatchObject(until(endsAt))
  await expect(repeatOrder(an)).rejects.toMatchObject(until(endsAt))
  await expect(an.call(requestDeposit, form, randomUUID())).rejects.toMatchObject(until(endsAt))
  await expect(an.call(askToReturn, {})).rejects.toMatchObject(until(endsAt))
  house.clock.to(endsAt)
  await bet(an, period, { bets })
  await repeatOrder(an)
  await an.call(requestDeposit, form, randomUUID())
  expect((await an.call(me, {})).exclusion).toBeNull()
})

test('F4: an excluded player cannot make exactly those calls that need certification', () => {
  const refusing = (code: string) =>
    Object.entries<Endpoint>(playerApi)
      .filter(([, { refuses }]) => refuses.some((each) => each === code))
      .map(([name]) => name)
  expect(refusing('player_excluded').filter((name) => name !== 'exclusions.return')).toEqual(
    refusing('certification_required').filter((name) => !name.startsWith('withdrawals.')),
  )
})

test('F4: once answered it is in force for every session, and the other sessions have ended', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const phone = house.visitor()
  await phone.signIn(an.account, an.password)
  const period = await periodNow(an, 'speed_racing')
  const key = randomUUID()
  const placed = await bet(an, period, { bets, key })
  await begin(an, 'year')
  await expect(phone.call(me, {})).rejects.toMatchObject({ code: 'session_broken' })
  await expect(bet(phone, period, { bets })).rejects.toMatchObject({ code: 'session_broken' })
  await phone.signIn(an.account, an.password)
  for (const device of [an, phone])
    await expect(bet(device, period, { bets })).rejects.toMatchObject({ code: 'player_excluded' })
  // Bets placed before stay, and a repeated request gets its first answer.
  const again = await bet(an, period, { bets, key })
  expect(again.receipts.map((each) => parseReceipt(each)!.bet)).toEqual(
    placed.receipts.map((each) => parseReceipt(each)!.bet),
  )
  expect((await an.call(listBets, {})).items).toHaveLength(1)
  expect((await an.call(depositOptions, {})).blockedBy).toBe('player_excluded')
})

test('F4: with bets and an exclusion at once, no bet is placed after the exclusion was answered', async () => {
  const an = await house.player({ balance: '90.00', certified: true })
  const period = await periodNow(an, 'speed_racing')
  const sent = Array.from({ length: 20 }, () => bet(an, period, { bets }))
  await begin(an, 'week')
  await Promise.allSettled(sent)
  const before = await an.balance()
  const later = await Promise.allSettled(Array.from({ length: 20 }, () => bet(an, period, { bets })))
  expect(later.every((each) => each.status === 'rejected')).toBe(true)
  expect(await an.balance()).toBe(before)
})

test('F4: running repeat orders stop and free what they hold, also one whose bet is just being placed', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  await repeatOrder(an)
  await runRepeatOrders(house.app)
  expect([await an.balance(), await held(an)]).toEqual(['10.00', money('8.00')])
  await begin(an, 'day')
  // As if the repeat orders’ job had been killed between choosing a period and betting on it.
  const { id: chosenPeriod } = await house.app.db.query
    .selectFrom('period')
    .select('id')
    .where('draw_id', '=', (await periodNow(an, 'lucky_au_10')).drawId)
    .executeTakeFirstOrThrow()
  await house.app.db.query
    .updateTable('repeat_order')
    .set({ current_period: chosenPeriod, claim_key: randomUUID(), left_over: 3 })
    .where('player_id', '=', an.id)
    .execute()
  for (let turn = 0; turn < 2; turn++) await runRepeatOrders(house.app)
  expect((await an.call(listRepeatOrders, {})).items[0]).toMatchObject({ status: 'stopped', placed: 1, held: 0n })
  expect([await an.balance(), await held(an)]).toEqual(['18.00', 0n])
  const [one] = (await an.call(listRepeatOrders, {})).items
  await expect(an.call(cancelRepeatOrder, { id: one!.id })).rejects.toMatchObject({ code: 'repeat_order_over' })
  expect((await an.call(listBets, {})).items).toHaveLength(1)
})

test('F5: an excluded player can still read, change the profile and withdraw', async () => {
  const an = await withdrawer(house, '80.00')
  await begin(an, 'five_years')
  await an.call(editProfile, { nickname: 'An, resting' })
  expect((await an.call(listWallets, {})).items).toHaveLength(1)
  await an.call(requestWithdrawal, { walletId: an.walletId, amount: money('80.00'), paymentPassword }, randomUUID())
  expect(await an.balance()).toBe('0.00')
})

test('F4: it can be made longer, never shorter; a shorter one is refused and changes nothing', async () => {
  const an = await house.player()
  const { exclusion: first } = await begin(an, 'month')
  for (const span of ['day', 'week', 'month'] as const) {
    await expect(begin(an, span)).rejects.toMatchObject({
      code: 'exclusion_not_longer',
      facts: { until: new Date(first.until).toISOString() },
    })
  }
  expect((await an.call(me, {})).exclusion).toEqual(first)
  // The button was pressed twice, or the answer was lost: the same span asked for again does not make the exclusion longer.
  house.clock.forward(29 * 60_000)
  await expect(begin(an, 'month')).rejects.toMatchObject({ code: 'exclusion_not_longer' })
  const { exclusion: second } = await begin(an, 'six_months')
  expect(second).toMatchObject({ kind: 'self_exclusion', opensAt: null, canAskToReturn: false })
  await expect(begin(an, 'six_weeks')).rejects.toMatchObject({ code: 'exclusion_not_longer' })
})

test('F4: it cannot be ended early in the database either', async () => {
  const an = await house.player()
  await begin(an, 'six_months')
  const row = () => house.app.db.query.updateTable('exclusion').where('player_id', '=', an.id)
  await expect(
    row()
      .set({ until: new Date(house.clock.nowMs() + 1) })
      .execute(),
  ).rejects.toMatchObject({
    code: '42501',
  })
  await expect(
    row()
      .set({ return_asked_at: new Date(house.clock.nowMs()) })
      .execute(),
  ).rejects.toMatchObject({
    constraint: 'exclusion_is_not_cut_short',
  })
  await expect(
    house.app.db.query.deleteFrom('exclusion').where('player_id', '=', an.id).execute(),
  ).rejects.toMatchObject({ code: '42501' })
})

test('F4: the same person cannot play with a second account', async () => {
  const an = await house.player()
  const identity = await application(an)
  await an.call(applyForCertification, identity, randomUUID())
  await begin(an, 'year')
  const form = registration('second_try')
  const { email, phone } = registration(an.account)
  const visitor = house.visitor()
  for (const [field, value] of Object.entries({ email, phone })) {
    await expect(visitor.register({ ...form, [field]: value })).rejects.toMatchObject({
      code: 'identity_taken',
      facts: { field },
    })
  }
  const binh = await house.player()
  await expect(
    binh.call(
      applyForCertification,
      { ...(await application(binh)), documentNumber: identity.documentNumber },
      randomUUID(),
    ),
  ).rejects.toMatchObject({ code: 'identity_taken', facts: { field: 'document' } })
  // Closing the account frees the address, but without the document nobody can play.
  await an.call(closeAccount, { password: an.password })
  await visitor.register({ ...form, email, phone })
  await visitor.signIn(form.account, form.password)
  await expect(
    visitor.call(
      applyForCertification,
      { ...(await application(visitor)), documentNumber: identity.documentNumber },
      randomUUID(),
    ),
  ).rejects.toMatchObject({ code: 'identity_taken' })
})

test('F4: the reviewer of a withdrawal sees that an excluded player has the same wallet', async () => {
  const [an, binh] = [await withdrawer(house, '50.00'), await withdrawer(house, '50.00')]
  const form = digitalForm()
  await an.call(addWallet, form, randomUUID())
  await begin(an, 'year')
  const { id: walletId } = await binh.call(addWallet, form, randomUUID())
  house.clock.forward(dayMs)
  await confirm(binh)
  const { id } = await binh.call(requestWithdrawal, { walletId, amount: money('50.00'), paymentPassword }, randomUUID())
  const finance = await house.operator('finance')
  expect(await finance.call(takeWithdrawal, { id })).toMatchObject({
    flags: ['wallet_shared'],
    sharedWith: [an.account],
  })
})

test('a mail in the player’s language confirms it and says until when', async () => {
  const excluded = await Promise.all(
    locales.map(async (language, at) => {
      const player = await house.player({ language })
      return { language, player, ...(await begin(player, at % 2 === 0 ? 'week' : 'year')) }
    }),
  )
  for (const { language, player, exclusion } of excluded) {
    const { subject, body } = texts[language].mail[exclusion.kind]
    const [mail] = await house.mailsTo(registration(player.account).email, (each) => each.subject === subject)
    const said = fill(body, { account: player.account, until: utcText(exclusion.until, language) })
    expect(mail!.text.replaceAll(/\s/g, ''), language).toContain(said.replaceAll(/\s/g, ''))
  }
})

test('F4: a self-exclusion ends a day after the player asks for it, which is possible only once its time is over', async () => {
  const an = await house.player({ certified: true })
  const ask = () => an.call(askToReturn, {})
  await expect(ask()).rejects.toMatchObject({ code: 'exclusion_none' })
  const endsAt = house.clock.nowMs() + exclusionMs('six_months')
  await begin(an, 'six_months')
  house.clock.to(endsAt - 1)
  await an.signIn(an.account, an.password)
  await expect(ask()).rejects.toMatchObject(until(endsAt))
  house.clock.to(endsAt + 3 * dayMs)
  await an.signIn(an.account, an.password)
  expect((await an.call(me, {})).exclusion).toMatchObject({ opensAt: null, canAskToReturn: true })
  const form = await depositForm(an)
  await expect(an.call(requestDeposit, form, randomUUID())).rejects.toMatchObject({
    code: 'player_excluded',
    facts: { next: 'ask' },
  })
  const opensAt = house.clock.nowMs() + dayMs
  expect(await ask()).toEqual({ opensAt })
  await expect(ask()).rejects.toMatchObject(until(opensAt))
  house.clock.to(opensAt - 1)
  await confirm(an)
  await expect(an.call(requestDeposit, form, randomUUID())).rejects.toMatchObject(until(opensAt))
  house.clock.to(opensAt)
  await an.call(requestDeposit, form, randomUUID())
  await expect(ask()).rejects.toMatchObject({ code: 'exclusion_none' })
})
