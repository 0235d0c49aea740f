import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, KeptAnswer } from '../../world/members/answers.ts'

/** Below this, compressing saves less than its header costs. */
const compressedFromBytes = 1024

const isText = /json|text/

/** Sends an answer that is the same for everybody, or 304 where the client has these very bytes. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswer,
): FastifyReply | Promise<FastifyReply> {
  const encoding = encodingFor(request, kept)
  const etag = encoding === 'identity' ? `"${kept.etag}"` : `"${kept.etag}-${encoding}"`
  void reply.header('etag', etag).header('vary', 'accept-encoding')
  const known = request.headers['if-none-match']
  if (known !== undefined && names(known, etag)) return reply.code(304).send()
  void reply.header('content-type', kept.type)
  if (encoding === 'identity') return reply.send(kept.text ?? kept.body)
  void reply.header('content-encoding', encoding)
  return kept.encoded(encoding).then((bytes) => reply.send(bytes))
}

function encodingFor({ headers }: FastifyRequest, { body, type }: KeptAnswer): Encoding {
  const accepted = headers['accept-encoding']
  if (accepted === undefined || body.length < compressedFromBytes || !isText.test(type)) return 'identity'
  if (takes(accepted, 'br')) return 'br'
  return takes(accepted, 'gzip') ? 'gzip' : 'identity'
}

/** Whether the list names the encoding, and not with a weight of zero. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name, weight] = each.split(';')
    return name!.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(weight ?? '')
  })
}

/** Whether `If-None-Match` lists this tag. A cache on the way may have marked it as weak. */
function names(known: string, etag: string): boolean {
  return known.trim() === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
