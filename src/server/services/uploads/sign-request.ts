import { createHash, createHmac } from 'node:crypto'

export type ToSign = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly nowMs: number
}

type Keys = { readonly accessKey: string; readonly secretKey: string; readonly region: string }

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The headers that S3 asks for: AWS Signature Version 4 over method, path, headers and body. Our names need no escaping
 * and our requests have no query, so neither is done beyond what `URL` does.
 */
export function signedHeaders(
  { method, url, headers, body, nowMs }: ToSign,
  { accessKey, secretKey, region }: Keys,
): Record<string, string> {
  const at = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = at.slice(0, 8)
  const all = { ...headers, host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': at }
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = sorted.map(([name]) => name).join(';')
  const lines = sorted.map(([name, value]) => `${name}:${value}`)
  const request = [method, url.pathname, '', ...lines, '', names, all['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(request)].join('\n')).toString('hex')
  const { host: _, ...sent } = all
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...sent, authorization }
}
