import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../../world/config.ts'
import { Secret } from '../../world/secrets/secret.ts'

export type FakeS3 = {
  readonly settings: S3Settings
  /** The stored objects, by path. */
  readonly objects: Map<string, Buffer>
  /** Makes this many of the next requests fail. */
  fail(times: number): void
  close(): Promise<void>
}

const secretKey = 'a secret only this server and its clients know'
const region = 'test-region-1'

/** A local S3 bucket over HTTP. It computes each signature independently and refuses requests with a wrong one. */
export async function openFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  let failures = 0
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const answer = (status: number, content?: Buffer) => response.writeHead(status).end(content)
      if (failures > 0) return failures-- && answer(503)
      if (!isSigned(request, body)) return answer(403)
      const path = request.url!
      const found = objects.get(path)
      if (request.method === 'PUT') objects.set(path, body)
      if (request.method === 'DELETE') objects.delete(path)
      if (request.method === 'GET') return found ? answer(200, found) : answer(404)
      return answer(request.method === 'PUT' ? 200 : 204)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: 'pictures',
      region,
      accessKey: new Secret('AKIDTEST'),
      secretKey: new Secret(secretKey),
    },
    objects,
    fail: (times) => {
      failures = times
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The server's side of Signature Version 4, written from the specification and not from our client. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, day, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/(\d{8})\/test-region-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!day || !names || !signature) return false
  const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const listed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((each) => listed.includes(each))) return false
  if (headers['x-amz-content-sha256'] !== sha(body)) return false
  let canonical = `${method}\n${url}\n\n`
  for (const name of listed) canonical += `${name}:${String(headers[name])}\n`
  canonical += `\n${names}\n${sha(body)}`
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${day}/${region}/s3/aws4_request\n${sha(canonical)}`
  const key = mac(mac(mac(mac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request')
  return mac(key, text).toString('hex') === signature
}
