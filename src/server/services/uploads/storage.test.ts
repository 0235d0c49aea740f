import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '../../world/secrets/secret.ts'
import { type FakeS3, openFakeS3 } from '../../testing/servers/fake-s3.ts'
import { folderStorage } from './folder-storage.ts'
import { StorageOutOfReach, s3Storage } from './s3-storage.ts'
import { signedHeaders } from './sign-request.ts'
import type { Storage } from './storage.ts'

const nowMs = Date.UTC(2026, 10, 2, 4)
const bytes = Buffer.from('a picture')

let s3: FakeS3
let folder: string
beforeAll(async () => {
  s3 = await openFakeS3()
  folder = join(await mkdtemp(join(tmpdir(), 'clearball-storage-')), 'uploads')
})
afterAll(async () => {
  await s3.close()
  await rm(join(folder, '..'), { recursive: true })
})

const kinds: [string, () => Storage][] = [
  ['a folder', () => folderStorage(folder)],
  ['a bucket', () => s3Storage(s3.settings, nowMs)],
]

describe.each(kinds)('%s', (_, open) => {
  test('returns a file that was put, until it is removed', async () => {
    const storage = open()
    expect(await storage.get('one')).toBeNull()
    await storage.put('one', bytes)
    await storage.put('two', Buffer.from('another'))
    expect(await buffer((await storage.get('one'))!)).toEqual(bytes)
    await storage.remove('one')
    expect(await storage.get('one')).toBeNull()
    expect((await buffer((await storage.get('two'))!)).toString()).toBe('another')
  })

  test('putting or removing the same file twice, also at the same time, does no harm', async () => {
    const storage = open()
    await Promise.all(Array.from({ length: 20 }, () => storage.put('same', bytes)))
    expect(await buffer((await storage.get('same'))!)).toEqual(bytes)
    await storage.remove('same')
    await storage.remove('same')
    await storage.remove('never')
    expect(await storage.get('same')).toBeNull()
  })

  test('returns five megabytes unchanged', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, 'large')
    await open().put('large', large)
    expect((await buffer((await open().get('large'))!)).equals(large)).toBe(true)
  })
})

describe('the folder', () => {
  test('is open only to our own user', async () => {
    await folderStorage(folder).put('private', bytes)
    expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('never shows half a file: the draft of a killed process is not found, and is removed together with its file', async () => {
    const storage = folderStorage(folder)
    await storage.put('whole', bytes)
    expect(await readdir(join(folder, 'drafts'))).toEqual([])
    await writeFile(join(folder, 'drafts', 'half.99-0'), 'a pic')
    await writeFile(join(folder, 'drafts', 'halfway.99-1'), 'of another name')
    expect(await storage.get('half')).toBeNull()
    await storage.remove('half')
    expect(await readdir(join(folder, 'drafts'))).toEqual(['halfway.99-1'])
  })
})

describe('the bucket', () => {
  test('is addressed by path', async () => {
    await s3Storage(s3.settings, nowMs).put('addressed', bytes)
    expect(s3.objects.get('/pictures/addressed')).toEqual(bytes)
  })

  test('refuses a wrong secret, and counts as out of reach when it fails or is missing', async () => {
    const other = s3Storage({ ...s3.settings, secretKey: new Secret('another') }, nowMs)
    await expect(other.put('x', bytes)).rejects.toBeInstanceOf(StorageOutOfReach)
    s3.fail(1)
    await expect(s3Storage(s3.settings, nowMs).get('x')).rejects.toBeInstanceOf(StorageOutOfReach)
    const absent = s3Storage({ ...s3.settings, endpoint: 'http://127.0.0.1:9' }, nowMs)
    await expect(absent.remove('x')).rejects.toBeInstanceOf(StorageOutOfReach)
  })
})

/** From “Signature Calculations for the Authorization Header” in the Amazon S3 API Reference. */
describe('the published examples of Signature Version 4', () => {
  const keys = {
    accessKey: new Secret('AKIAIOSFODNN7EXAMPLE'),
    secretKey: new Secret('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
    region: 'us-east-1',
  }
  const at = Date.UTC(2013, 4, 24)

  test('GET an object', async () => {
    const headers = await signedHeaders(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        body: Buffer.alloc(0),
        nowMs: at,
      },
      keys,
    )
    expect(headers.get('authorization')).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  test('PUT an object', async () => {
    const headers = await signedHeaders(
      {
        method: 'PUT',
        url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
        nowMs: at,
      },
      keys,
    )
    expect(headers.get('authorization')).toMatch(
      /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
    )
  })

  test('the secret is in no header', async () => {
    const headers = await signedHeaders(
      { method: 'GET', url: new URL('https://x.example/y'), headers: {}, body: Buffer.alloc(0), nowMs: at },
      keys,
    )
    expect(JSON.stringify([...headers])).not.toContain(keys.secretKey.reveal())
  })
})
