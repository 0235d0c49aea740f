import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * Lets a change of state through only when a page of this very app asked for it. Browsers state where a request comes
 * from in headers that a page cannot forge; a program that is no browser sends neither and has no cookies to abuse.
 */
export function originGuard(publicUrl: string | null) {
  const configured = publicUrl && new URL(publicUrl).origin
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const site = request.headers['sec-fetch-site']
    if (site && site !== 'same-origin') throw new Refusal('foreign_origin')
    const { origin } = request.headers
    if (origin && origin !== (configured ?? `http://${request.headers.host}`)) throw new Refusal('foreign_origin')
    // A plain form can post text but not JSON without asking first, so anything else is not our page.
    const type = request.headers['content-type']
    if (type && !type.startsWith('application/json')) throw new Refusal('foreign_origin')
  }
}
