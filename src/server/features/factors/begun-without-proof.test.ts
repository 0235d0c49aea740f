import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorFactors, playerFactors } from '#contract/factors'
import { changeLoginPassword } from '#contract/people/profile'
import { type OperatorRole, operatorMe, signInOperator } from '#contract/ops'
import { openApp } from '../../testing/authenticator-app.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, openVisitor, testPassword } from '../../testing/person.ts'
import { meetAt, playerRow } from '../../testing/requests/locks.ts'
import { openSoftwareKey } from '../../testing/software-key.ts'

const [playOrigin, deskOrigin] = ['https://play.example', 'https://desk.example']

let house: House
beforeAll(async () => {
  house = await openHouse({ publicUrl: playOrigin, consoleUrl: deskOrigin })
})
afterAll(() => house.close())

type Kind = 'totp' | 'passkey'
type Person = {
  readonly visitor: Visitor
  readonly calls: typeof playerFactors | typeof operatorFactors
  readonly origin: string
}

/** Begins a factor without proof of another one, and returns what confirms it. */
async function begin({ visitor, calls, origin }: Person, kind: Kind): Promise<() => Promise<unknown>> {
  const { ticket } = await visitor.call(calls.ask, { password: testPassword })
  if (kind === 'totp') {
    const { id, secret } = await visitor.call(calls.beginTotp, { ticket, name: 'Phone' })
    return () => visitor.call(calls.confirmTotp, { id, code: openApp(house).codeOf(secret) })
  }
  const { id, options } = await visitor.call(calls.beginPasskey, { ticket, name: 'Key' })
  return () => visitor.call(calls.confirmPasskey, { id, credential: openSoftwareKey().create(options, origin) })
}

const orders: [pending: Kind, confirmed: Kind][] = [
  ['passkey', 'totp'],
  ['totp', 'passkey'],
]

describe('a factor that was begun without proof is refused once its owner has a factor', () => {
  test.each(orders)('%s of a player, after %s', async (pending, confirmed) => {
    const [owner, thief] = [await house.player(), house.visitor()]
    await thief.signIn(owner.account, testPassword)
    const of = (visitor: Visitor): Person => ({ visitor, calls: playerFactors, origin: playOrigin })
    const late = await begin(of(thief), pending)
    await (
      await begin(of(owner), confirmed)
    )()
    await expect(late()).rejects.toMatchObject({ code: 'factor_unknown' })
    expect((await owner.call(playerFactors.list, {})).factors).toMatchObject([{ kind: confirmed }])
  })

  test.each([
    ['passkey', 'totp', 'risk'],
    ['totp', 'passkey', 'finance'],
  ] as const)(
    '%s of an operator, confirmed at the same moment as %s, and its session stays shut',
    async (pending, confirmed, account) => {
      const [id, owner, thief] = [await withoutFactor(account), await enrolling(account), await enrolling(account)]
      const late = await begin(thief, pending)
      const first = await begin(owner, confirmed)
      const held = { query: 'select from operator where id = $1 for update', of: [id] }
      const { results } = await meetAt(house, held, [first, late])
      expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'factor_unknown' } }])
      expect((await owner.visitor.call(operatorFactors.list, {})).factors).toMatchObject([{ kind: confirmed }])
      expect(await owner.visitor.call(operatorMe, {})).toMatchObject({ account })
      await expect(thief.visitor.call(operatorMe, {})).rejects.toMatchObject({ code: 'session_broken' })
    },
  )
})

test('a first factor whose confirmation waits while the owner changes the password is refused', async () => {
  const [owner, thief] = [await house.player(), house.visitor()]
  await thief.signIn(owner.account, testPassword)
  const late = await begin({ visitor: thief, calls: playerFactors, origin: playOrigin }, 'totp')
  const password = 'another password'
  const change = () => owner.call(changeLoginPassword, { old: testPassword, password, repeat: password })
  const { results } = await meetAt<unknown>(house, playerRow(owner.id), [change, late])
  expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'session_broken' } }])
  expect(await owner.call(playerFactors.list, {})).toEqual({ factors: [], recoveryCodesLeft: 0 })
})

test('sixty changes of factors can be begun at once, then one in ten minutes: each would send a mail', async () => {
  const an = await house.player()
  const ask = () => an.call(playerFactors.ask, { password: testPassword })
  for (let number = 1; number <= 60; number++) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
  house.clock.forward(600_000)
  await ask()
})

test('an operator’s first factor ends their other sessions that have none, and no session that gave one', async () => {
  const proven = await house.operator('support')
  await withoutFactor('support')
  const [owner, thief] = [await enrolling('support'), await enrolling('support')]
  const late = await begin(thief, 'passkey')
  await (
    await begin(owner, 'totp')
  )()
  await expect(late()).rejects.toMatchObject({ code: 'session_broken' })
  for (const each of [proven, owner.visitor])
    expect(await each.call(operatorMe, {})).toMatchObject({ account: 'support' })
})

/** Removes an operator's factors, as when they were invited or recovered. */
async function withoutFactor(account: OperatorRole): Promise<string> {
  const { query } = house.app.db
  const { id } = await query
    .selectFrom('operator')
    .select('id')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  await query.deleteFrom('factor').where('operator_id', '=', id).execute()
  return id
}

/** Somebody who logged in with the password of an operator without factors. */
async function enrolling(account: OperatorRole): Promise<Person> {
  const visitor = openVisitor(house.consoleUrl)
  expect(await visitor.call(signInOperator, { account, password: testPassword })).toMatchObject({ next: 'enrol' })
  return { visitor, calls: operatorFactors, origin: deskOrigin }
}
