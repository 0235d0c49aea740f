import type { FastifyReply, FastifyRequest } from 'fastify'

export type CookieJar = {
  read(request: FastifyRequest): string | null
  write(reply: FastifyReply, token: string | null): void
}

/**
 * The session cookie of one app. Over https it carries the `__Host-` prefix, which binds it to this very host; plain
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
  }
}
