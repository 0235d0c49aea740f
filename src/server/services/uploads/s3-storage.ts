import { Readable } from 'node:stream'
import type { S3Settings } from '../../world/config.ts'
import { signedHeaders } from './sign-request.ts'
import type { Storage } from './storage.ts'

/** The storage did not answer, or answered with an error; the client may retry the same request. */
export class StorageOutOfReach extends Error {}

/** The storage gave no answer at all, and would give none about another file. */
export class StorageSilent extends StorageOutOfReach {}

const answerMs = 20_000

/** Stores files in an S3-compatible bucket, addressed by path, which every such server understands. */
export function s3Storage(settings: S3Settings, nowMs: number): Storage {
  const send = async (method: string, name: string, body = new Uint8Array()): Promise<Response> => {
    const url = new URL(`${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/${name}`)
    const headers = await signedHeaders({ method, url, headers: {}, body, nowMs }, settings)
    const signal = AbortSignal.timeout(answerMs)
    const asked = fetch(url, { method, headers, signal, ...(method === 'PUT' && { body }) })
    const response = await asked.catch((error: unknown) => {
      throw new StorageSilent('the bucket did not answer', { cause: error })
    })
    try {
      if (response.ok || response.status === 404) {
        // A body that nobody reads would keep its connection occupied.
        if (method !== 'GET' || !response.ok) await response.body?.cancel()
        return response
      }
      throw new Error(`${method} was answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    } catch (error) {
      throw new StorageOutOfReach('the bucket did not do the request', { cause: error })
    }
  }
  return {
    put: async (name, bytes) => {
      const { status } = await send('PUT', name, new Uint8Array(bytes))
      // There is no such bucket: for a player that is the same as a bucket that does not answer.
      if (status === 404) throw new StorageOutOfReach('the bucket is missing')
    },
    get: async (name) => {
      const { status, body } = await send('GET', name)
      return status === 404 || !body ? null : Readable.fromWeb(body)
    },
    remove: async (name) => void (await send('DELETE', name)),
  }
}
