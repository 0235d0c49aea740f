import { expect, test } from 'vitest'
import { openHouse } from '../../testing/open-house.ts'
import { administrator } from '../../testing/administrator.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { notThePepper, pepperProblem } from './check-pepper.ts'

test('another pepper than the one in use is noticed, whatever a disk did to some rows; in an empty house any will do', async () => {
  const house = await openHouse()
  const { db, config } = house.app
  const [right, wrong] = [config.pepper, new Secret('another pepper '.repeat(3))]
  await house.operator('admin')
  await house.operator('finance')
  expect([await pepperProblem(db.query, right), await pepperProblem(db.query, wrong)]).toEqual([null, notThePepper])

  const superuser = await administrator(house)
  await superuser.query(
    `update factor set secret = '\\x00' where id = (select id from factor where kind = 'totp' limit 1)`,
  )
  expect(await pepperProblem(db.query, right)).toBeNull()
  await superuser.query('delete from factor')
  await superuser.end()
  expect(await pepperProblem(db.query, wrong)).toBeNull()
  await house.close()
})
