import { createHash } from 'node:crypto'
import type { Multipart } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pictureMostBytes } from '#core/rules/picture'
import { Refusal } from '../../world/refusal.ts'

/** A file as it was received, unchecked. */
export type PictureFile = { readonly bytes: Buffer; readonly sha256: Buffer }

type Form = { fields: Record<string, string>; file: PictureFile }

const limits = { files: 1, fileSize: pictureMostBytes, fields: 8, fieldSize: 256, fieldNameSize: 64, headerPairs: 16 }

/** How many bytes the form may have besides the file. */
const aroundBytes = 16 * 1024

/** A client that sends somewhat too much may finish, so that it gets the answer; beyond this size the connection is closed. */
const letFinishBytes = 64 * 1024 * 1024

/** Reads a form with text fields and one file, and never holds more of it in memory than a picture may have. */
export async function readPicture(request: FastifyRequest, reply: FastifyReply): Promise<Form> {
  if (!request.isMultipart()) throw malformed('body')
  const announced = Number(request.headers['content-length'] ?? Infinity)
  if (announced > letFinishBytes) reply.header('connection', 'close')
  if (announced !== Infinity && announced > pictureMostBytes + aroundBytes) throw tooLarge()
  try {
    return await collect(request.parts({ limits }))
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Any other error of the parser is caused by what was sent.
    throw malformed('body')
  }
}

async function collect(parts: AsyncIterable<Multipart>): Promise<Form> {
  const fields: Record<string, string> = {}
  let bytes: Buffer | null = null
  for await (const part of parts) {
    if (part.type === 'file') {
      // Otherwise the parser would read a file that is too long to its end, if it has one.
      part.file.once('limit', () => part.file.destroy(tooLarge()))
      const content = await part.toBuffer()
      if (part.fieldname !== 'file' || bytes) throw malformed(part.fieldname)
      bytes = content
    } else {
      if (Object.hasOwn(fields, part.fieldname) || part.valueTruncated) throw malformed(part.fieldname)
      fields[part.fieldname] = String(part.value)
    }
  }
  if (!bytes) throw malformed('file')
  return { fields, file: { bytes, sha256: createHash('sha256').update(bytes).digest() } }
}

const tooLarge = () => new Refusal('picture_too_large', { max: `${pictureMostBytes / 1024 / 1024} MB` })
const malformed = (field: string) => new Refusal('request_malformed', { field: field.slice(0, 64) })
