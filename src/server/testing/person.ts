import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { register, signIn } from '#contract/people/accounts'
import { me, signOut } from '#contract/people/me'
import { type CaptchaChallenge, type CaptchaPurpose, getCaptcha } from '#contract/people/captcha'
import { type Call, type Form, Refused, createClient } from '#contract/client'
import type { Input } from '#contract/endpoint'
import { uploadPicture } from '#contract/uploads'
import { formatCents } from '#core/money/cents'
import { photo } from './pictures.ts'

/** A user of a browser: has cookies and a language, and sees only HTTP answers. */
export type Visitor = {
  readonly call: Call
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly cookies: Map<string, string>
  /** Solves a captcha, as a browser does. */
  captcha(purpose: CaptchaPurpose): Promise<string>
  /** Registers with a solved captcha. */
  register(form: Input<typeof register>, key?: string): Promise<{ account: string }>
  /** Registers under this name with the test invitation and logs in. */
  join(account: string): Promise<Player>
  /** Logs in, solving a captcha where one is asked for. */
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

/** `address` is the visitor's IP address, for a house that trusts its proxy. */
export function openVisitor(
  url: string,
  { language = 'en', address }: { language?: string; address?: string } = {},
): Visitor {
  const cookies = new Map<string, string>()
  const own = { 'user-agent': 'node', 'accept-language': language, ...(address && { 'x-forwarded-for': address }) }
  const send: Visitor['fetch'] = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('accept-language')) headers.set('accept-language', language)
    if (address) headers.set('x-forwarded-for', address)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(url + path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
  const call = createClient(async ({ url: path, form, method, headers, body }) => {
    if (form) {
      const response = await send(path, { method, headers, body: formData(form) })
      return { status: response.status, body: await response.json() }
    }
    return exchange(url + path, { method, body, cookies, headers: { ...own, ...headers } })
  })
  const visitor: Visitor = {
    call,
    fetch: send,
    cookies,
    captcha: async (purpose) => solveCaptcha(await call(getCaptcha, { purpose })),
    register: async (form, key = randomUUID()) =>
      call(register, { ...form, captcha: await visitor.captcha('register') }, key),
    signIn: async (account, password) => {
      try {
        await call(signIn, { account, password })
      } catch (error) {
        if (!(error instanceof Refused && error.code === 'captcha_required')) throw error
        await call(signIn, { account, password, captcha: await visitor.captcha('sign-in') })
      }
    },
    join: async (account) => {
      await visitor.register(registration(account))
      await visitor.signIn(account, testPassword)
      return asPlayer(visitor, await call(me, {}))
    },
  }
  return visitor
}

type Exchange = {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | undefined
  readonly cookies: Map<string, string>
}

const agent = new Agent({ keepAlive: true })

/** Sends a request and reads a JSON answer, at half the cost of `fetch`; tests make tens of thousands of calls. */
function exchange(
  url: string,
  { method, headers, body, cookies }: Exchange,
): Promise<{ status: number; body: unknown }> {
  const all = {
    ...headers,
    ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
    // Said by hand, because Node leaves it out for DELETE.
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: all }, (response) => {
      for (const line of response.headers['set-cookie'] ?? []) keepCookie(cookies, line)
      json(response).then((answer) => resolve({ status: response.statusCode!, body: answer }), reject)
    })
    sent.on('error', reject).end(body)
  })
}

/** Solves a challenge with the solver that browsers use. */
export async function solveCaptcha(challenge: CaptchaChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}

/** A valid registration form, which a test may change. */
export function registration(account: string) {
  return {
    account,
    nickname: account,
    email: `${account.toLowerCase()}@players.example`,
    country: 'VN',
    phone: phoneOf(account),
    password: testPassword,
    repeat: testPassword,
    invitationCode: testInvitation,
    isOver18: true as const,
  }
}

function formData({ fields, file }: Form): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return form
}

/** A Vietnamese mobile number derived from the account name. */
function phoneOf(account: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(account).digest('hex').slice(0, 15)}`) % 100_000_000n
  return `09${String(digits).padStart(8, '0')}`
}

/** A valid application for certification with a new picture, which a test may change. */
export async function application(player: Visitor) {
  const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
  const { id: photoId } = await player.call(uploadPicture, { purpose: 'identity', file }, randomUUID())
  return { photoId, ...identityForm() }
}

/** What an application says besides its picture. */
export function identityForm() {
  return {
    legalName: 'Nguyễn Văn An',
    bornOn: '1990-05-17',
    country: 'VN',
    documentKind: 'passport' as const,
    documentNumber: `C ${randomUUID().slice(0, 8)}`,
  }
}

/** The visitor who is logged in as this player. */
export function asPlayer(visitor: Visitor, { id, account }: { id: string; account: string }): Player {
  const { call } = visitor
  return {
    ...visitor,
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
