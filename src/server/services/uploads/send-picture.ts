import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../world/refusal.ts'

/** A picture to answer with. It is opened after the transaction, because the storage may be slow. */
export type Picture = {
  readonly id: string
  readonly mimeType: string
  readonly bytes: number
  /** Null when the file is no longer in the storage. */
  open(): Promise<Readable | null>
}

/**
 * Sends a picture that a stranger uploaded and we re-encoded. Should the re-encoding ever let something else through, the headers
 * still keep the browser from guessing another type or opening it as a page, and a page could run and load nothing.
 */
export async function sendPicture(reply: FastifyReply, picture: Picture): Promise<FastifyReply> {
  const content = await picture.open()
  if (!content) throw new Refusal('picture_unknown')
  return reply
    .header('content-type', picture.mimeType)
    .header('content-length', picture.bytes)
    .header('content-disposition', `attachment; filename="${picture.id}.jpg"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(content)
}
