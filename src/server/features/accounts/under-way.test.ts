import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dismissOperator } from '#contract/console/operators'
import { setPlayerStatus } from '#contract/console/players'
import { changeOperatorPassword, operatorMe, signInOperator } from '#contract/ops'
import { signIn } from '#contract/people/accounts'
import { me } from '#contract/people/me'
import { changeLoginPassword } from '#contract/people/profile'
import { secondFactor } from '#contract/second-factor'
import { askedFor, openApp, totp } from '../../testing/authenticator-app.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, openVisitor, testPassword } from '../../testing/person.ts'
import { meetAt, playerRow } from '../../testing/requests/locks.ts'

/** A log-in takes a moment, in which its owner may shut it out. The requests meet at a lock, so that the order is always the bad one. */

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const fresh = 'seven quiet rivers'
const change = { old: testPassword, password: fresh, repeat: fresh }

const isIn = (visitor: Visitor, call: typeof me | typeof operatorMe = me) =>
  visitor.call(call, {}).then(
    () => true,
    () => false,
  )

describe('a log-in under way', () => {
  test('with the old password is refused once the password has changed', async () => {
    const player = await house.player()
    const thief = house.visitor()
    const { results } = await meetAt<unknown>(house, playerRow(player.id), [
      () => player.call(changeLoginPassword, change),
      () => thief.call(signIn, { account: player.account, password: testPassword }),
    ])
    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'login_password_wrong' } }])
    expect([await isIn(player), await isIn(thief)]).toEqual([true, false])
  })

  test.each(['a new password', 'an abnormal account'] as const)(
    'that proves its second factor is shut out by %s',
    async (what) => {
      const app = openApp(house)
      const player = await app.enrolled()
      const thief = house.visitor()
      const { ticket } = await askedFor(thief, player.account)
      const risk = await house.operator('risk')
      const abnormal = { id: player.id, status: 'abnormal', reason: 'a theft' } as const
      const shutOut = () =>
        what === 'a new password' ? player.call(changeLoginPassword, change) : risk.call(setPlayerStatus, abnormal)
      // The factor is held: the log-in has taken its ticket by then, and what ends sessions and tickets waits for one of them.
      const held = { query: 'select from factor where player_id = $1 for update', of: [player.id] }
      const proof = totp(app.codeOf(player.secret))
      await meetAt<unknown>(house, held, [() => thief.call(secondFactor, { ticket, proof }), shutOut])
      expect(await isIn(thief)).toBe(false)
    },
  )

  test('finds its ticket ended by a new password, also on a node whose clock is behind', async () => {
    const app = openApp(house)
    const player = await app.enrolled()
    const thief = house.visitor()
    const { ticket } = await askedFor(thief, player.account)
    house.clock.forward(1000)
    const { results } = await meetAt<unknown>(house, playerRow(player.id), [
      () => player.call(changeLoginPassword, change),
      () => {
        house.clock.set(-500)
        return thief.call(secondFactor, { ticket, proof: totp(app.codeOf(player.secret)) })
      },
    ])
    house.clock.set(500)
    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'ticket_expired' } }])
  })

  test.each(['dismissed', 'another password'] as const)('of an operator is refused: %s', async (what) => {
    const risk = await house.operator('risk')
    const operator = await house.colleague('support')
    const { id, account } = await house.app.db.query
      .selectFrom('operator')
      .select(['id', 'account'])
      .where('account', 'like', 'support-%')
      .where('left_at', 'is', null)
      .executeTakeFirstOrThrow()
    const thief = openVisitor(house.consoleUrl)
    const held = { query: 'select from operator where id = $1 for update', of: [id] }
    const { results } = await meetAt<unknown>(house, held, [
      () =>
        what === 'dismissed'
          ? risk.call(dismissOperator, { id, reason: 'left us' })
          : operator.call(changeOperatorPassword, change),
      () => thief.call(signInOperator, { account, password: testPassword }),
    ])
    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'login_password_wrong' } }])
  })
})

test('an operator’s former token is worth nothing after a new password', async () => {
  const operator = await house.operator('finance')
  const former = openVisitor(house.consoleUrl)
  for (const [name, value] of operator.cookies) former.cookies.set(name, value)
  await operator.call(changeOperatorPassword, change)
  expect([await isIn(operator, operatorMe), await isIn(former, operatorMe)]).toEqual([true, false])
})
