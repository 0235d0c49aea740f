import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../world/refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a multipart form with a picture; every other route takes JSON only. */
    takesPicture?: boolean
  }
}

/** The origin that the browser sees: the configured address, or the host it requested on this machine. */
export function ownOrigin(publicUrl: string | null, request: FastifyRequest): string {
  return publicUrl ? new URL(publicUrl).origin : `http://${request.headers.host}`
}

/**
 * Cross-site request forgery guard: lets a change of state through only when a page of this app asked for it. Browsers
 * state the origin of a request in headers that a page cannot forge; other programs send neither header and have no
 * cookies to abuse.
 */
export function originGuard(publicUrl: string | null) {
  return (request: FastifyRequest): void => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const site = request.headers['sec-fetch-site']
    if (site && site !== 'same-origin') throw new Refusal('foreign_origin')
    const { origin } = request.headers
    if (origin && origin !== ownOrigin(publicUrl, request)) throw new Refusal('foreign_origin')
    // A foreign page can post a plain form without a preflight request, but not JSON, so other types are refused.
    // Pictures come as a form; there the Idempotency-Key header, which also needs a preflight, protects the call.
    const type = request.headers['content-type']
    const isForm = request.routeOptions.config.takesPicture && type?.startsWith('multipart/form-data')
    if (type && !isForm && !type.startsWith('application/json')) throw new Refusal('foreign_origin')
  }
}
