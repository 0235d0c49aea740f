import { createHash, randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#contract/client'
import { operatorRoles } from '#contract/ops'
import { type UploadPurpose, uploadPicture, viewUpload, viewUploadAsOperator } from '#contract/uploads'
import { openPictureKeptMs, openPicturesMost, pictureBytesMost, picturesCountMs } from '#core/rules/picture'
import { transaction } from '../../db/database.ts'
import { openFakeS3 } from '../../testing/servers/fake-s3.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { photo } from '../../testing/pictures.ts'
import { openStorage } from '../../services/uploads/open-storage.ts'
import { can } from '../../services/calls/capabilities.ts'
import { attachUpload } from './attach-upload.ts'
import { sweepUploads } from './sweep-uploads.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const picture = new Uint8Array(await photo())
const blob = new Blob([picture], { type: 'image/jpeg' })
const send = (player: Visitor, purpose: UploadPurpose = 'voucher', key = randomUUID()) =>
  player.call(uploadPicture, { purpose, file: blob }, key)
const view = (player: Visitor, id: string) => player.fetch(addressOf(viewUpload, { id }))
const rowsOf = (player: Player, at = house) =>
  at.app.db.query.selectFrom('upload').selectAll().where('player_id', '=', player.id).execute()
const filesOf = async (at = house) =>
  (await readdir(join(at.app.config.dataFolder, 'uploads'))).filter((name) => name !== 'drafts')
const attach = (player: Player, id: string, purpose: UploadPurpose = 'voucher') =>
  transaction(house.app.db, house.app.random, (tx) =>
    attachUpload(tx, { id, playerId: player.id, purpose, nowMs: house.clock.nowMs() }),
  )

/** Sends any form, including forms that our clients never send. */
const post = async (player: Visitor, body: BodyInit, headers: Record<string, string> = {}) => {
  const response = await player.fetch('/api/v1/uploads', {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), ...headers },
    body,
  })
  return (await response.json()) as { code?: string; facts?: { field?: string }; id?: string }
}
const form = (...parts: [string, string | Blob][]) => {
  const made = new FormData()
  for (const [name, value] of parts) made.append(name, value as Blob)
  return made
}

describe('an uploaded picture', () => {
  test('is recorded with its original and stored form, under a random storage name', async () => {
    const an = await house.player()
    const { id, width, height } = await send(an)
    expect({ width, height }).toEqual({ width: 64, height: 48 })
    const [row] = await rowsOf(an)
    const file = await readFile(join(house.app.config.dataFolder, 'uploads', row!.storage_name))
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    expect(row).toMatchObject({
      id,
      purpose: 'voucher',
      mime_type: 'image/jpeg',
      bytes: file.length,
      attached_at: null,
      stored_at: new Date(house.clock.nowMs()),
      sha256: sha256(file),
      original_sha256: sha256(picture),
    })
    expect(row!.storage_name).not.toBe(id)
  })

  test('is sent so that it can be shown but never run, sniffed, framed or stored', async () => {
    const an = await house.player()
    const { id } = await send(an)
    const reviewer = await house.operator('reviewer')
    const answers = [await view(an, id), await reviewer.fetch(addressOf(viewUploadAsOperator, { id }))]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      const { bytes } = (await rowsOf(an))[0]!
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${id}.jpg"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      expect((await answer.arrayBuffer()).byteLength).toBe(bytes)
    }
    const head = await an.fetch(addressOf(viewUpload, { id }), { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-disposition')).toContain(id)
  })

  test('is visible only to its owner: for anybody else it does not exist', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    const { id } = await send(an)
    const foreign = await view(binh, id)
    const unknown = await view(binh, randomUUID())
    expect([foreign.status, unknown.status, (await binh.fetch('/api/v1/uploads/x')).status]).toEqual([404, 404, 404])
    const { instance: _, ...said } = (await foreign.json()) as Record<string, unknown>
    const { instance: __, ...saidOfUnknown } = (await unknown.json()) as Record<string, unknown>
    expect(said).toEqual(saidOfUnknown)
    expect(said).toMatchObject({ code: 'picture_unknown' })
    expect((await view(house.visitor(), id)).status).toBe(401)
    await expect(send(house.visitor())).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test.each(operatorRoles)('a %s sees it in the console only with the capability', async (role) => {
    const an = await house.player()
    const { id } = await send(an)
    const operator = await house.operator(role)
    const answer = await operator.fetch(addressOf(viewUploadAsOperator, { id }))
    expect(answer.status).toBe(can(role, 'uploads.view') ? 200 : 403)
    const unknown = await operator.fetch(addressOf(viewUploadAsOperator, { id: randomUUID() }))
    expect(unknown.status).toBe(can(role, 'uploads.view') ? 404 : 403)
    // A console session is not valid on the players' address.
    const cookie = `clearball=${operator.cookies.get('clearball-console')!}`
    const direct = await fetch(house.playerUrl + addressOf(viewUpload, { id }), { headers: { cookie } })
    expect(direct.status).toBe(401)
  })
})

describe('a key', () => {
  test('gives the first answer again and keeps one file', async () => {
    const an = await house.player()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(an, 'voucher', key)))
    expect(new Set(answers.map((each) => each.id)).size).toBe(1)
    expect(await rowsOf(an)).toHaveLength(1)
    expect((await view(an, answers[0]!.id)).status).toBe(200)
  })

  test('is for one picture and one purpose', async () => {
    const an = await house.player()
    const key = randomUUID()
    await send(an, 'voucher', key)
    const other = { purpose: 'voucher', file: new Blob([new Uint8Array(await photo(9))]) } as const
    await expect(an.call(uploadPicture, other, key)).rejects.toMatchObject({ code: 'repeat_submission' })
    await expect(send(an, 'chat', key)).rejects.toMatchObject({ code: 'repeat_submission' })
    await expect(an.call(uploadPicture, other)).rejects.toMatchObject({ code: 'key_missing' })
    expect(await rowsOf(an)).toHaveLength(1)
  })

  test('repeats its answer even to a player who has no space left', async () => {
    const an = await house.player()
    const key = randomUUID()
    const { id } = await send(an, 'chat', key)
    for (let at = 1; at < openPicturesMost; at++) await send(an, 'chat')
    await expect(send(an, 'chat')).rejects.toMatchObject({ code: 'pictures_too_many' })
    expect((await send(an, 'chat', key)).id).toBe(id)
  })
})

describe('limits', () => {
  test('of 30 pictures at once 20 are accepted; attaching one frees a place', async () => {
    const an = await house.player()
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => send(an)))
    const kept = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(kept).toHaveLength(openPicturesMost)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'pictures_too_many' })
    expect(await rowsOf(an)).toHaveLength(openPicturesMost)
    expect(await attach(an, kept[0]!)).toBe(true)
    await send(an)
    await expect(send(an)).rejects.toMatchObject({ code: 'pictures_too_many' })
  })

  test('at most 100 MB within a month, including attached ones, even with uploads at once', async () => {
    const an = await house.player()
    await send(an)
    const [first] = await rowsOf(an)
    const room = first!.bytes * 2
    const now = new Date(house.clock.nowMs())
    const old = { created_at: new Date(now.getTime() - picturesCountMs), bytes: pictureBytesMost }
    const ids = () => ({ id: randomUUID(), storage_name: randomUUID() })
    const stored = { ...first!, ...ids(), ...old, attached_at: now }
    await house.app.db.query.insertInto('upload').values(stored).execute()
    await house.app.db.query
      .insertInto('upload')
      .values({
        ...first!,
        ...ids(),
        attached_at: now,
        bytes: pictureBytesMost - first!.bytes - room,
      })
      .execute()
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => send(an)))
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(2)
    const total = (await rowsOf(an)).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total).toBe(2 * pictureBytesMost)
  })

  test('an address that sends too many is told to wait', async () => {
    const strict = await openHouse({ rateLimitFactor: 1 })
    const an = await strict.player()
    const codes = []
    for (let at = 0; at < 31; at++) codes.push((await post(an, form(['purpose', 'chat']))).code)
    expect(codes.at(-2)).toBe('request_malformed')
    expect(codes.at(-1)).toBe('too_many_requests')
    await strict.close()
  })
})

describe('forms', () => {
  const bad: [string, () => FormData, string][] = [
    ['no file', () => form(['purpose', 'chat']), 'file'],
    ['no purpose', () => form(['file', blob]), 'purpose'],
    ['an unknown purpose', () => form(['purpose', 'fun'], ['file', blob]), 'purpose'],
    ['two purposes', () => form(['purpose', 'chat'], ['purpose', 'voucher'], ['file', blob]), 'purpose'],
    ['an unknown field', () => form(['purpose', 'chat'], ['owner', 'me'], ['file', blob]), 'owner'],
    ['a file elsewhere', () => form(['purpose', 'chat'], ['picture', blob]), 'picture'],
    ['two files', () => form(['purpose', 'chat'], ['file', blob], ['file', blob]), 'body'],
    ['a file as text', () => form(['purpose', 'chat'], ['file', 'x']), 'file'],
    ['a purpose as a file', () => form(['purpose', blob], ['file', blob]), 'purpose'],
    ['a poisoned prototype', () => form(['__proto__', 'x'], ['file', blob]), 'body'],
    ['a long field', () => form(['purpose', 'x'.repeat(300)], ['file', blob]), 'purpose'],
    ['many fields', () => form(...Array.from({ length: 30 }, (_, at) => [`f${at}`, 'x'] as [string, string])), 'body'],
  ]

  test.each(bad)('%s is refused and is not a fault', async (_, body, field) => {
    const an = await house.player()
    expect(await post(an, body())).toMatchObject({ code: 'request_malformed', facts: { field } })
    expect(await rowsOf(an)).toEqual([])
  })

  test('a body that is not a form, or is cut off, is refused', async () => {
    const an = await house.player()
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const half = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'
    for (const [body, headers] of [
      [half, type],
      ['', type],
      ['--b--', type],
      ['x'.repeat(5000), type],
      [half, { 'content-type': 'multipart/form-data' }],
      ['{}', { 'content-type': 'application/json' }],
    ] as const) {
      expect(await post(an, body, headers), body.slice(0, 20)).toMatchObject({ code: 'request_malformed' })
    }
  })

  test('the file’s own name is ignored', async () => {
    const an = await house.player()
    const body = form(['purpose', 'chat'])
    body.append('file', blob, '../../../etc/passwd\0.php')
    const { id } = await post(an, body)
    expect((await view(an, id!)).headers.get('content-disposition')).toBe(`attachment; filename="${id!}.jpg"`)
  })

  test('pages of other sites cannot send one, and no other route takes one', async () => {
    const an = await house.player()
    const body = () => form(['purpose', 'chat'], ['file', blob])
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect(await post(an, body(), headers as Record<string, string>)).toMatchObject({ code: 'foreign_origin' })
    }
    // A plain form on a foreign page cannot add the idempotency key.
    expect(await post(an, body(), { 'idempotency-key': '' })).toMatchObject({ code: 'key_missing' })
    expect(await post(an, body(), { origin: house.playerUrl, 'sec-fetch-site': 'same-origin' })).toHaveProperty('id')
    const elsewhere = await an.fetch('/api/v1/session', { method: 'POST', body: body() })
    expect(await elsewhere.json()).toMatchObject({ code: 'foreign_origin' })
    const desk = await fetch(`${house.consoleUrl}/api/v1/uploads`, { method: 'POST', body: body() })
    expect(await desk.json()).toMatchObject({ code: 'foreign_origin' })
  })
})

describe('attaching', () => {
  test('works once, for its owner, for its purpose', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    const { id } = await send(an, 'identity')
    expect(await attach(binh, id, 'identity')).toBe(false)
    expect(await attach(an, id, 'voucher')).toBe(false)
    expect(await attach(an, randomUUID(), 'identity')).toBe(false)
    const tries = await Promise.all(Array.from({ length: 8 }, () => attach(an, id, 'identity')))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect((await view(an, id)).status).toBe(200)
  })

  test('is permanent: neither the app nor the schema’s owner can undo it', async () => {
    const an = await house.player()
    const { id } = await send(an)
    await attach(an, id)
    const { query } = house.app.db
    const detach = query.updateTable('upload').set({ attached_at: null }).where('id', '=', id).execute()
    await expect(detach).rejects.toThrow('append-only')
    await expect(query.deleteFrom('upload').where('id', '=', id).execute()).rejects.toThrow('append-only')
    const resize = query.updateTable('upload').set({ bytes: 1 }).where('player_id', '=', an.id).execute()
    await expect(resize).rejects.toThrow('permission denied')
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    await expect(owner.query('delete from upload where id = $1', [id])).rejects.toThrow('append-only')
    await owner.end()
  })
})

describe('housekeeping', () => {
  test('removes file and row of pictures that were unattached for a day, and nothing else', async () => {
    const own = await openHouse()
    const an = await own.player()
    const [left, used] = [await send(an), await send(an)]
    await transaction(own.app.db, own.app.random, (tx) =>
      attachUpload(tx, { id: used.id, playerId: an.id, purpose: 'voucher', nowMs: own.clock.nowMs() }),
    )
    own.clock.forward(openPictureKeptMs)
    const fresh = await send(an)
    await sweepUploads(own.app)
    expect(await rowsOf(an, own)).toHaveLength(3)
    own.clock.forward(1)
    await Promise.all([sweepUploads(own.app), sweepUploads(own.app)])
    const rows = await rowsOf(an, own)
    expect(rows.map((row) => row.id).sort()).toEqual([used.id, fresh.id].sort())
    expect((await filesOf(own)).sort()).toEqual(rows.map((row) => row.storage_name).sort())
    expect((await view(an, left.id)).status).toBe(404)
    await own.close()
  })

  test('finishes what a crash left half done, at whatever step', async () => {
    const an = await house.player()
    const ids = [(await send(an)).id, (await send(an)).id, (await send(an)).id]
    const { query } = house.app.db
    const now = new Date(house.clock.nowMs())
    const mark = (id: string, set: { removed_at?: Date; stored_at?: null }) =>
      query.updateTable('upload').set(set).where('id', '=', id).execute()
    await mark(ids[0]!, { removed_at: now })
    await mark(ids[1]!, { removed_at: now })
    // A picture that is being removed can be neither seen nor attached.
    expect((await view(an, ids[0]!)).status).toBe(404)
    expect(await attach(an, ids[0]!)).toBe(false)
    // The second one's file is gone already; the third one's was never stored.
    const rows = await rowsOf(an)
    const storage = openStorage(house.app.config, house.clock.nowMs())
    await storage.remove(rows.find((row) => row.id === ids[1])!.storage_name)
    await mark(ids[2]!, { stored_at: null })
    await storage.remove(rows.find((row) => row.id === ids[2])!.storage_name)
    expect((await view(an, ids[2]!)).status).toBe(404)
    expect(await attach(an, ids[2]!)).toBe(false)
    house.clock.forward(openPictureKeptMs + 1)
    await sweepUploads(house.app)
    expect(await rowsOf(an)).toEqual([])
    const names = await filesOf()
    expect(rows.filter((row) => names.includes(row.storage_name))).toEqual([])
  })
})

describe('a bucket', () => {
  test('stores pictures instead of the folder; after a failure, a retry with the same idempotency key finishes the upload', async () => {
    const s3 = await openFakeS3()
    const far = await openHouse({ s3: s3.settings })
    const an = await far.player()
    const key = randomUUID()
    s3.fail(1)
    await expect(send(an, 'voucher', key)).rejects.toMatchObject({ code: 'busy' })
    const [begun] = await rowsOf(an, far)
    expect(begun!.stored_at).toBeNull()
    expect((await view(an, begun!.id)).status).toBe(404)
    const { id } = await send(an, 'voucher', key)
    expect(id).toBe(begun!.id)
    expect([...s3.objects.keys()]).toEqual([`/pictures/${begun!.storage_name}`])
    expect((await (await view(an, id)).arrayBuffer()).byteLength).toBe(begun!.bytes)
    s3.fail(1)
    expect((await view(an, id)).status).toBe(503)
    far.clock.forward(openPictureKeptMs + 1)
    s3.fail(1)
    await expect(sweepUploads(far.app)).rejects.toThrow('the bucket did not do')
    await sweepUploads(far.app)
    expect(s3.objects.size).toBe(0)
    expect(await rowsOf(an, far)).toEqual([])
    // A replay after the picture was removed repeats the answer and restores nothing.
    expect((await send(an, 'voucher', key)).id).toBe(id)
    expect(s3.objects.size).toBe(0)
    await far.close()
    await s3.close()
  })
})
