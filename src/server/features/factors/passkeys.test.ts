import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { me } from '#contract/people/me'
import { operatorFactors, playerFactors } from '#contract/factors'
import { type OperatorRole, operatorMe, signInOperator } from '#contract/ops'
import { answerPasskeySignIn, askPasskeySignIn, operatorSecondFactor, secondFactor } from '#contract/second-factor'
import { askedFor } from '../../testing/authenticator-app.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, openVisitor, testPassword } from '../../testing/person.ts'
import { openSoftwareKey } from '../../testing/software-key.ts'
import { relyingParty } from './passkeys.ts'

const [playOrigin, deskOrigin] = ['https://play.example', 'https://desk.example']

let house: House
beforeAll(async () => {
  house = await openHouse({ publicUrl: playOrigin, consoleUrl: deskOrigin })
})
afterAll(() => house.close())

type Key = ReturnType<typeof openSoftwareKey>

async function begin(player: Player, name = 'Key') {
  const { ticket } = await player.call(playerFactors.ask, { password: testPassword })
  return player.call(playerFactors.beginPasskey, { ticket, name })
}

async function withKey(): Promise<{ player: Player; key: Key; codes: string[] }> {
  const player = await house.player()
  const key = openSoftwareKey()
  const { id, options } = await begin(player)
  const credential = key.create(options, playOrigin)
  const { recoveryCodes } = await player.call(playerFactors.confirmPasskey, { id, credential })
  return { player, key, codes: recoveryCodes }
}

async function ask({ account }: Player) {
  const visitor = house.visitor()
  const step = await askedFor(visitor, account)
  const answer = (assertion: ReturnType<Key['get']>) =>
    visitor.call(secondFactor, { ticket: step.ticket, proof: { way: 'passkey', assertion } })
  return { visitor, ...step, passkey: step.passkey!, answer }
}

describe('adding a passkey', () => {
  test('the browser’s answer is verified and the passkey listed; recovery codes come with the first', async () => {
    const { player, key, codes } = await withKey()
    expect(codes).toHaveLength(10)
    expect((await player.call(playerFactors.list, {})).factors).toMatchObject([{ kind: 'passkey', name: 'Key' }])
    const { passkey, ways } = await ask(player)
    expect(ways).toEqual(['passkey', 'recovery'])
    expect(passkey).toMatchObject({ rpId: 'play.example', allowCredentials: [{ type: 'public-key', id: key.id }] })
  })

  test('another origin, another site, another challenge or another person’s set-up is refused', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    const { id, options } = await begin(an)
    const key = openSoftwareKey()
    const wrong = [
      key.create(options, 'https://evil.example'),
      key.create(options, deskOrigin),
      key.create({ ...options, rp: { id: 'evil.example', name: '' } }, playOrigin),
      key.create({ ...options, challenge: 'A'.repeat(43) }, playOrigin),
    ]
    for (const credential of wrong) {
      const answer = an.call(playerFactors.confirmPasskey, { id, credential })
      await expect(answer).rejects.toMatchObject({ code: 'second_factor_wrong' })
    }
    const right = key.create(options, playOrigin)
    const theirs = binh.call(playerFactors.confirmPasskey, { id, credential: right })
    await expect(theirs).rejects.toMatchObject({ code: 'factor_unknown' })
    await an.call(playerFactors.confirmPasskey, { id, credential: right })
    await expect(an.call(playerFactors.confirmPasskey, { id, credential: right })).rejects.toMatchObject({
      code: 'factor_unknown',
    })
  })

  test('one passkey belongs to one person', async () => {
    const { key } = await withKey()
    const other = await house.player()
    const { id, options } = await begin(other)
    const again = other.call(playerFactors.confirmPasskey, { id, credential: key.create(options, playOrigin) })
    await expect(again).rejects.toMatchObject({ code: 'second_factor_wrong' })
  })

  test('garbage instead of a browser’s answer is refused and is not a fault', async () => {
    const an = await house.player()
    const { id, options } = await begin(an)
    const good = openSoftwareKey().create(options, playOrigin)
    for (const response of [
      { ...good.response, attestationObject: 'AAAA' },
      { ...good.response, attestationObject: good.response.attestationObject.slice(0, 100) },
      { ...good.response, clientDataJSON: 'AAAA' },
    ]) {
      const answer = an.call(playerFactors.confirmPasskey, { id, credential: { ...good, response } })
      await expect(answer).rejects.toMatchObject({ code: 'second_factor_wrong' })
    }
  })
})

describe('logging in with a passkey', () => {
  test('a signature over the ticket’s challenge opens the session', async () => {
    const { player, key } = await withKey()
    const { visitor, passkey, answer } = await ask(player)
    expect(await answer(key.get(passkey, playOrigin))).toEqual({ next: 'done', account: player.account })
    expect(await visitor.call(me, {})).toMatchObject({ id: player.id })
  })

  test('a wrong origin, site, challenge, key or signature is refused', async () => {
    const { player, key } = await withKey()
    const { key: foreign } = await withKey()
    const { passkey, answer } = await ask(player)
    const good = key.get(passkey, playOrigin)
    const signature = Buffer.from(good.response.signature, 'base64url')
    signature[signature.length - 1]! ^= 1
    const wrong = [
      key.get(passkey, 'https://evil.example'),
      key.get({ ...passkey, rpId: 'evil.example' }, playOrigin),
      key.get({ ...passkey, challenge: 'A'.repeat(43) }, playOrigin),
      foreign.get(passkey, playOrigin),
      { ...good, response: { ...good.response, signature: signature.toString('base64url') } },
    ]
    for (const assertion of wrong)
      await expect(answer(assertion)).rejects.toMatchObject({ code: 'second_factor_wrong' })
    await expect(answer(key.get(passkey, playOrigin))).rejects.toMatchObject({ code: 'ticket_expired' })
  })

  test('an answer works once, even if sent twenty times at once, and on no other ticket', async () => {
    const { player, key } = await withKey()
    const first = await ask(player)
    const assertion = key.get(first.passkey, playOrigin)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => first.answer(assertion)))
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    await expect(first.answer(assertion)).rejects.toMatchObject({ code: 'ticket_expired' })
    const second = await ask(player)
    await expect(second.answer(assertion)).rejects.toMatchObject({ code: 'second_factor_wrong' })
  })

  test('a counter that does not grow reveals a copied key', async () => {
    const { player, key } = await withKey()
    key.state.counter = 10
    const first = await ask(player)
    await first.answer(key.get(first.passkey, playOrigin))
    for (const counter of [3, 10]) {
      key.state.counter = counter
      const copy = await ask(player)
      await expect(copy.answer(key.get(copy.passkey, playOrigin))).rejects.toMatchObject({
        code: 'second_factor_wrong',
      })
    }
    key.state.counter = 11
    const next = await ask(player)
    await next.answer(key.get(next.passkey, playOrigin))
  })

  test('a passkey authorises a change too, and removing the last one removes the recovery codes', async () => {
    const { player, key } = await withKey()
    const [factor] = (await player.call(playerFactors.list, {})).factors
    const { ticket, passkey } = await player.call(playerFactors.ask, { password: testPassword })
    const proof = { way: 'passkey', assertion: key.get(passkey!, playOrigin) } as const
    await player.call(playerFactors.remove, { ticket, id: factor!.id, proof })
    expect(await player.call(playerFactors.list, {})).toEqual({ factors: [], recoveryCodesLeft: 0 })
  })

  test('an operator’s passkey is bound to the console’s own address', async () => {
    const support = await house.operator('support')
    const key = openSoftwareKey()
    house.clock.forward(30_000)
    const paid = await support.call(operatorFactors.ask, { password: testPassword })
    const proof = { way: 'totp', code: house.operatorCode() } as const
    const { id, options } = await support.call(operatorFactors.beginPasskey, {
      ticket: paid.ticket,
      proof,
      name: 'Key',
    })
    expect(options.rp.id).toBe('desk.example')
    await support.call(operatorFactors.confirmPasskey, { id, credential: key.create(options, deskOrigin) })
    const visitor = openVisitor(house.consoleUrl)
    const step = await visitor.call(signInOperator, { account: 'support', password: testPassword })
    if (step.next !== 'second_factor') throw new Error('no second factor was asked for')
    expect(step.ways).toEqual(['totp', 'passkey', 'recovery'])
    const assertion = key.get(step.passkey!, deskOrigin)
    await visitor.call(operatorSecondFactor, { ticket: step.ticket, proof: { way: 'passkey', assertion } })
    expect(await visitor.call(operatorMe, {})).toMatchObject({ role: 'support' })
  })
})

describe('an operator who logs in with a passkey only', () => {
  /** Adds a passkey to an operator of the console. */
  async function withDeskKey(account: OperatorRole): Promise<Key> {
    const operator = await house.operator(account)
    const key = openSoftwareKey()
    house.clock.forward(30_000)
    const { ticket } = await operator.call(operatorFactors.ask, { password: testPassword })
    const proof = { way: 'totp', code: house.operatorCode() } as const
    const { id, options } = await operator.call(operatorFactors.beginPasskey, { ticket, proof, name: 'Key' })
    await operator.call(operatorFactors.confirmPasskey, { id, credential: key.create(options, deskOrigin) })
    return key
  }
  async function knock(account: string) {
    const visitor = openVisitor(house.consoleUrl)
    const { ticket, passkey } = await visitor.call(askPasskeySignIn, { account })
    const answer = (assertion: ReturnType<Key['get']>) => visitor.call(answerPasskeySignIn, { ticket, assertion })
    return { visitor, passkey: passkey!, answer }
  }

  test('gets in while strangers have used up every password attempt, and after that with the password too', async () => {
    const key = await withDeskKey('finance')
    const stranger = openVisitor(house.consoleUrl)
    const wrong = { account: 'finance', password: 'not this one' }
    for (let at = 0; at < 8; at++) await stranger.call(signInOperator, wrong).catch(() => null)
    await expect(stranger.call(signInOperator, { ...wrong, password: testPassword })).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    const { visitor, passkey, answer } = await knock('finance')
    expect(passkey).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: key.id }] })
    expect(await answer(key.get(passkey, deskOrigin))).toEqual({ next: 'done', account: 'finance' })
    expect(await visitor.call(operatorMe, {})).toMatchObject({ role: 'finance' })
    expect(await visitor.call(signInOperator, { ...wrong, password: testPassword })).toMatchObject({
      next: 'second_factor',
    })
  })

  test('does not get in without user verification, with another person’s key, or twice with one answer', async () => {
    const key = await withDeskKey('reviewer')
    const foreign = await withDeskKey('auditor')
    const { passkey, answer } = await knock('reviewer')
    key.state.isVerified = false
    await expect(answer(key.get(passkey, deskOrigin))).rejects.toMatchObject({ code: 'second_factor_wrong' })
    key.state.isVerified = true
    await expect(answer(foreign.get(passkey, deskOrigin))).rejects.toMatchObject({ code: 'second_factor_wrong' })
    const right = key.get(passkey, deskOrigin)
    await answer(right)
    await expect(answer(right)).rejects.toMatchObject({ code: 'second_factor_wrong' })
  })

  test('cannot be distinguished from an unknown name or a person without a passkey', async () => {
    for (const account of ['nobody.here', 'admin']) {
      const [first, second] = [await knock(account), await knock(account)]
      expect(first.passkey.allowCredentials).toEqual(second.passkey.allowCredentials)
      expect(first.passkey).toMatchObject({ userVerification: 'required' })
      for (const each of first.passkey.allowCredentials)
        expect(each).toEqual({ type: 'public-key', id: expect.stringMatching(/^[\w-]{22,86}$/) })
      await expect(first.answer(openSoftwareKey().get(first.passkey, deskOrigin))).rejects.toMatchObject({
        code: 'second_factor_wrong',
      })
    }
  })

  test('cannot be distinguished by how many keys it has or how long their ids are', async () => {
    const asked = await Promise.all(Array.from({ length: 60 }, (_, number) => knock(`nobody.${number}`)))
    const keys = asked.map(({ passkey }) => passkey.allowCredentials)
    expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([1, 2]))
    const lengths = keys.flat().map(({ id }) => Buffer.from(id, 'base64url').length)
    expect(new Set(lengths)).toEqual(new Set([16, 20, 32, 64]))
    expect(new Set(keys.flat().map(({ id }) => id)).size).toBe(lengths.length)
  })

  test('can still use authenticator codes however often strangers answer wrongly', async () => {
    await withDeskKey('risk')
    for (let at = 0; at < 6; at++) {
      const { passkey, answer } = await knock('risk')
      for (let tries = 0; tries < 5; tries++) await answer(openSoftwareKey().get(passkey, deskOrigin)).catch(() => null)
    }
    await house.operator('risk')
  })

  test('does not get in after a dismissal', async () => {
    const key = await withDeskKey('admin')
    const { passkey, answer } = await knock('admin')
    await house.app.db.query
      .updateTable('operator')
      .set({ left_at: new Date(house.clock.nowMs()) })
      .where('account', '=', 'admin')
      .execute()
    await expect(answer(key.get(passkey, deskOrigin))).rejects.toMatchObject({ code: 'second_factor_wrong' })
  })
})

test('passkeys are offered where browsers support them: over https and on localhost', async () => {
  expect(relyingParty('https://play.example')).toBe('play.example')
  expect(relyingParty('http://localhost:3000')).toBe('localhost')
  expect(relyingParty('http://127.0.0.1:3000')).toBeNull()
  expect(relyingParty('http://play.example')).toBeNull()
  expect(relyingParty('http://no host')).toBeNull()
  const plain = await openHouse()
  const an = await plain.player()
  await expect(begin(an)).rejects.toMatchObject({ code: 'factor_unknown' })
  await plain.close()
})
