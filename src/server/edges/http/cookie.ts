import type { FastifyReply, FastifyRequest } from 'fastify'

export type CookieJar = {
  read(request: FastifyRequest): string | null
  write(reply: FastifyReply, token: string | null): void
  /** Marks a browser that logged in before. It grants nothing by itself and survives log-outs. */
  readDevice(request: FastifyRequest): string | null
  writeDevice(reply: FastifyReply, token: string): void
  /** Identifies a visitor's conversation with customer service, and nothing else. */
  readVisitor(request: FastifyRequest): string | null
  writeVisitor(reply: FastifyReply, token: string): void
}

/** Browsers keep no cookie longer than 400 days. */
export const deviceKeptMs = 400 * 24 * 3_600_000

/** A browser may be shared, so a visitor's conversation is not kept for whoever uses it a month later. */
const visitorKeptSeconds = 30 * 24 * 3600

/**
 * The cookies of one app. Over https they carry the `__Host-` prefix, which binds them to this host; plain http, as on
 * localhost, does not allow it. The two apps use different names because cookies ignore ports.
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
