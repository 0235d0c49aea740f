import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../../world/config.ts'

export type ToSign = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly nowMs: number
}

/** The headers that S3 requires: AWS Signature Version 4, which covers the body, so that it cannot be changed on the way. */
export async function signedHeaders(
  { method, url, headers, body, nowMs }: ToSign,
  { accessKey, secretKey, region }: Pick<S3Settings, 'accessKey' | 'secretKey' | 'region'>,
): Promise<Headers> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body) },
    allHeaders: true,
    accessKeyId: accessKey.reveal(),
    secretAccessKey: secretKey.reveal(),
    service: 's3',
    region,
    datetime: new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, ''),
  })
  return (await signer.sign()).headers
}
