import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../world/refusal.ts'

/** A picture to answer with. It is opened after the transaction, since storage may be far away. */
export type Picture = {
  readonly id: string
  readonly mimeType: string
  readonly bytes: number
  /** Null when it is not in storage any more. */
  open(): Promise<Readable | null>
}

/**
 * Sends what a stranger once uploaded. It is one of our own re-encoded files; should that ever be wrong, it is still
 * neither sniffed for another type nor opened as a page, and as a page it could run and load nothing.
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
