import type { FastifyReply, FastifyRequest } from 'fastify'

export type CookieJar = {
  read(request: FastifyRequest): string | null
  write(reply: FastifyReply, token: string | null): void
  /** The mark of a browser that was logged in before; it opens nothing by itself and outlives log-outs. */
  readDevice(request: FastifyRequest): string | null
  writeDevice(reply: FastifyReply, token: string): void
  /** By what a visitor who wrote to customer service is known, and nothing else. */
  readVisitor(request: FastifyRequest): string | null
  writeVisitor(reply: FastifyReply, token: string): void
}

/** Browsers keep no cookie longer than 400 days. */
export const deviceKeptMs = 400 * 24 * 3_600_000

/** A browser may be shared: a visitor's conversation is not there for whoever comes a month later. */
const visitorKeptSeconds = 30 * 24 * 3600

/**
 * The cookies of one app. Over https they carry the `__Host-` prefix, which binds them to this very host; plain
 * http, as on localhost, cannot have that. The two apps differ in name since browsers do not tell ports apart.
 */
export function cookieJar(audience: 'player' | 'console', isSecure: boolean): CookieJar {
  const plain = audience === 'player' ? 'clearball' : 'clearball-console'
  const name = isSecure ? `__Host-${plain}` : plain
  const options = {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: audience === 'player' ? 'lax' : 'strict',
  } as const
  return {
    read: (request) => request.cookies[name] ?? null,
    write: (reply, token) => {
      if (token) reply.setCookie(name, token, { ...options, maxAge: 30 * 24 * 3600 })
      // The browser also drops what it cached for the person who just left.
      else reply.clearCookie(name, options).header('clear-site-data', '"cache"')
    },
    readDevice: (request) => request.cookies[`${name}-device`] ?? null,
    writeDevice: (reply, token) =>
      void reply.setCookie(`${name}-device`, token, { ...options, maxAge: deviceKeptMs / 1000 }),
    readVisitor: (request) => request.cookies[`${name}-visitor`] ?? null,
    writeVisitor: (reply, token) =>
      void reply.setCookie(`${name}-visitor`, token, { ...options, maxAge: visitorKeptSeconds }),
  }
}
