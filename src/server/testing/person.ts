import { randomUUID } from 'node:crypto'
import { me, register, signIn, signOut } from '#contract/accounts'
import { type Call, createClient } from '#contract/client'
import { formatCents } from '#core/money/cents'

/** Somebody in front of a browser: keeps cookies, speaks a language, and sees only what HTTP answers. */
export type Visitor = {
  readonly call: Call
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly cookies: ReadonlyMap<string, string>
  /** Registers under this name with the test invitation and logs in. */
  join(account: string): Promise<Player>
  signIn(account: string, password: string): Promise<void>
}

export type Player = Visitor & {
  readonly id: string
  readonly account: string
  readonly password: string
  balance(): Promise<string>
  signOut(): Promise<void>
}

export const testPassword = 'a quiet password'
export const testInvitation = 'HOUSE'

export function openVisitor(url: string, language = 'en'): Visitor {
  const cookies = new Map<string, string>()
  const send: Visitor['fetch'] = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('accept-language')) headers.set('accept-language', language)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(url + path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
  const call = createClient(async ({ url: path, ...request }) => {
    const response = await send(path, request)
    return { status: response.status, body: await response.json() }
  })
  const visitor: Visitor = {
    call,
    fetch: send,
    cookies,
    signIn: async (account, password) => void (await call(signIn, { account, password })),
    join: async (account) => {
      await call(register, registration(account), randomUUID())
      await visitor.signIn(account, testPassword)
      return { ...visitor, ...(await asPlayer(call)) }
    },
  }
  return visitor
}

/** A valid registration, to be used as it is or bent. */
export function registration(account: string) {
  return {
    account,
    email: `${account.toLowerCase()}@players.example`,
    password: testPassword,
    repeat: testPassword,
    invitationCode: testInvitation,
    isOver18: true as const,
  }
}

async function asPlayer(call: Call) {
  const { id, account } = await call(me, {})
  return {
    id,
    account,
    password: testPassword,
    balance: async () => formatCents((await call(me, {})).balance),
    signOut: async () => void (await call(signOut, {})),
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair, ...attributes] = line.split('; ')
  const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)]
  const isExpired = attributes.some((each) => each === 'Max-Age=0' || each.startsWith('Expires=Thu, 01 Jan 1970'))
  if (isExpired) cookies.delete(name)
  else cookies.set(name, value)
}
