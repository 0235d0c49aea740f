import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../world/refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a form with a picture; every other route takes JSON alone. */
    takesPicture?: boolean
  }
}

/** Where a browser believes to be: the configured address, or the one it asked on this machine. */
export function ownOrigin(publicUrl: string | null, request: FastifyRequest): string {
  return publicUrl ? new URL(publicUrl).origin : `http://${request.headers.host}`
}

/**
 * Lets a change of state through only when a page of this very app asked for it. Browsers state where a request comes
 * from in headers that a page cannot forge; a program that is no browser sends neither and has no cookies to abuse.
 */
export function originGuard(publicUrl: string | null) {
  return (request: FastifyRequest): void => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const site = request.headers['sec-fetch-site']
    if (site && site !== 'same-origin') throw new Refusal('foreign_origin')
    const { origin } = request.headers
    if (origin && origin !== ownOrigin(publicUrl, request)) throw new Refusal('foreign_origin')
    // A plain form can post text but not JSON without asking first, so anything else is not our page. A picture comes as
    // a form; what a foreign page cannot add to one without asking first is the Idempotency-Key that such a call takes.
    const type = request.headers['content-type']
    const isForm = request.routeOptions.config.takesPicture && type?.startsWith('multipart/form-data')
    if (type && !isForm && !type.startsWith('application/json')) throw new Refusal('foreign_origin')
  }
}
