import { afterAll, beforeAll, expect, test } from 'vitest'
import { me } from '#contract/people/me'
import { endOneSession, endOtherSessions } from '#contract/people/sessions'
import { confirmationLifeMs } from '#core/rules/session'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, testPassword } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ rateLimitFactor: 1 })
})
afterAll(() => house.close())

/** A session whose password was given long ago, as somebody has who stole its cookie, and a later log-in of its owner. */
async function stolenAndLater() {
  const stolen = await house.player()
  house.clock.forward(confirmationLifeMs.player + 1)
  const later = house.visitor()
  await later.signIn(stolen.account, testPassword)
  return { stolen, later }
}

test('a stolen session ends no other without the password, and the owner ends it', async () => {
  const { stolen, later } = await stolenAndLater()
  const { sessionId } = await later.call(me, {})
  await expect(stolen.call(endOtherSessions, {})).rejects.toMatchObject({ code: 'confirm_again' })
  await expect(stolen.call(endOneSession, { id: sessionId })).rejects.toMatchObject({ code: 'confirm_again' })
  expect(await later.call(me, {})).toMatchObject({ sessionId })
  expect(await later.call(endOtherSessions, {})).toEqual({ ended: 1 })
  await expect(stolen.call(me, {})).rejects.toMatchObject({ code: 'session_broken' })
})

test('a stolen session does not use up the requests by which its owner ends it', async () => {
  const { stolen, later } = await stolenAndLater()
  const headers = { 'content-type': 'application/json' }
  const end = async (who: Visitor) =>
    (await who.fetch(`/api/v1${endOtherSessions.path}`, { method: 'DELETE', headers, body: '{}' })).status
  expect(await Promise.all(Array.from({ length: 121 }, () => end(stolen)))).toContain(429)
  expect(await end(later)).toBe(200)
})
