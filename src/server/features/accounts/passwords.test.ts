import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { changeLoginPassword, setPaymentPassword } from '#contract/people/profile'
import { type House, openHouse } from '../../testing/open-house.ts'
import { registration, testPassword } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

test('a login password and a payment password that are the same are not both set, in two tabs at once either', async () => {
  const dung = await house.player()
  const same = { password: 'both at one moment', repeat: 'both at one moment' }
  const results = await Promise.allSettled([
    dung.call(changeLoginPassword, { old: testPassword, ...same }),
    dung.call(setPaymentPassword, same),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('passwords can be required to be longer by configuration', async () => {
  const strict = await openHouse({ passwordLengthMin: 10 })
  const short = { ...registration('shorty'), password: 'nineteen9'.slice(0, 9), repeat: 'nineteen9'.slice(0, 9) }
  await expect(strict.visitor().register(short)).rejects.toMatchObject({
    code: 'password_short',
    facts: { field: 'password', min: '10' },
  })
  const payment = { password: 'nineteen9', repeat: 'nineteen9' }
  await expect(strict.visitor().register({ ...registration('shorty'), payment })).rejects.toMatchObject({
    code: 'password_short',
    facts: { field: 'payment.password', min: '10' },
  })
  await strict.close()
})

test('a password has 6 to 128 characters of any kind, unless configured otherwise', async () => {
  const longest = 'ab'.repeat(64)
  const form = { ...registration('longest'), password: longest, repeat: longest }
  await house.visitor().register(form)
  await house.visitor().signIn('longest', longest)
  const tooLong = { ...registration('longer'), password: `${longest}c`, repeat: `${longest}c` }
  await expect(house.visitor().register(tooLong)).rejects.toMatchObject({ code: 'password_long' })
})
