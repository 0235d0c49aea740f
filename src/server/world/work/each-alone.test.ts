import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepUploads } from '../../features/uploads/sweep-uploads.ts'
import { openHouse } from '../../testing/open-house.ts'
import { eachAlone } from './each-alone.ts'

const fails = (message: string, code?: string) => Promise.reject(Object.assign(new Error(message), code && { code }))

test('the work goes on after an item that fails, and the error is thrown at the end', async () => {
  const done: number[] = []
  const work = async (each: number) => (each % 2 === 0 ? fails(`no ${each}`) : void done.push(each))
  await expect(eachAlone([1, 2, 3], work)).rejects.toThrow('no 2')
  await expect(eachAlone([2, 4, 5], work)).rejects.toThrow(/no 2\n.*no 4/)
  expect(done).toEqual([1, 3, 5])
})

test('the work stops at the first item for which the database is out of reach', async () => {
  let asked = 0
  const work = async () => {
    asked++
    await fails('gone', 'ECONNREFUSED')
  }
  await expect(eachAlone([1, 2, 3], work)).rejects.toThrow('gone')
  expect(asked).toBe(1)
})

test('a file that cannot be removed does not keep the other files from being removed', async () => {
  const house = await openHouse()
  const { app } = house
  const an = await house.player()
  const stuck = app.random.uuid()
  const at = new Date(app.clock.nowMs())
  const row = { player_id: an.id, purpose: 'voucher', mime_type: 'image/jpeg', width: 1, height: 1, bytes: 1 }
  const rows = [stuck, app.random.uuid()].map((storage_name) => ({
    ...row,
    id: app.random.uuid(),
    storage_name,
    created_at: at,
  }))
  const sha256 = Buffer.alloc(32)
  await app.db.query
    .insertInto('upload')
    .values(rows.map((each) => ({ ...each, sha256, original_sha256: sha256, stored_at: at })))
    .execute()
  // A folder in the place of the file: the system refuses to remove it as a file.
  await mkdir(join(app.config.dataFolder, 'uploads', stuck, 'in'), { recursive: true })
  house.clock.forward(30 * 24 * 3_600_000)
  await expect(sweepUploads(app)).rejects.toThrow()
  const left = await app.db.query.selectFrom('upload').select('storage_name').execute()
  expect(left.map(({ storage_name }) => storage_name)).toEqual([stuck])
  await house.close()
})
