import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openHouse } from '../../testing/open-house.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { sweepUploads } from './sweep-uploads.ts'

test('a storage that does not answer is asked three times in a sweep, however many pictures are to go', async () => {
  let asked = 0
  const silent = createServer((socket) => {
    asked++
    socket.on('error', () => {}).destroy()
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const keys = { accessKey: new Secret('key'), secretKey: new Secret('secret') }
  const house = await openHouse({ s3: { endpoint, bucket: 'pictures', region: 'here', ...keys }, worker: 2 })
  const { app } = house
  const an = await house.player()
  const at = new Date(app.clock.nowMs())
  const picture = { player_id: an.id, purpose: 'voucher', mime_type: 'image/jpeg', width: 1, height: 1, bytes: 1 }
  const hashes = { sha256: Buffer.alloc(32), original_sha256: Buffer.alloc(32) }
  const rows = Array.from({ length: 5 }, () => ({ id: app.random.uuid(), storage_name: app.random.uuid() }))
  await app.db.query
    .insertInto('upload')
    .values(rows.map((row) => ({ ...picture, ...hashes, ...row, created_at: at, stored_at: at, removed_at: at })))
    .execute()
  await expect(sweepUploads(app)).rejects.toThrow('did not answer')
  expect(asked).toBe(3)
  await house.close()
  silent.close()
})
