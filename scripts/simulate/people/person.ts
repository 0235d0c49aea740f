import { api } from '#contract/api'
import type { CaptchaChallenge } from '#contract/people/captcha'
import type { Endpoint } from '#contract/endpoint'
import { totpCode } from '#server/features/factors/totp'
import { operatorSecret } from '#server/testing/open-house'
import { solveCaptcha, testPassword } from '#server/testing/person'
import type { Dice } from '../world/dice.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { Answer, Network, Request } from '../house/network.ts'
import type { History, Told } from './history.ts'
import type { Fields, KnownIds } from './inputs.ts'

type CallName = keyof typeof api

/** Who a person is, as the prepared house left them. */
export type Identity = {
  readonly name: string
  readonly account: string
  readonly audience: 'player' | 'console'
  readonly cookies: readonly (readonly [string, string])[]
}

export type World = {
  readonly time: VirtualTime
  readonly network: Network
  readonly history: History
  readonly ids: KnownIds
  /** What players photograph. */
  readonly pictures: readonly Buffer[]
  /** Adds a sentence to the story of the run. */
  tell(words: string): void
  /** Waits for work that takes real time. */
  real<T>(work: Promise<T>): Promise<T>
}

const attemptsMost = 6

/** Somebody with a browser: repeats what got no answer under the same key, logs in again, and gives the password where it is asked for. */
export class Person {
  readonly identity: Identity
  readonly dice: Dice
  readonly #world: World
  readonly #cookies: Map<string, string>
  #logins = 0

  constructor(identity: Identity, dice: Dice, world: World) {
    this.identity = identity
    this.dice = dice
    this.#world = world
    this.#cookies = new Map(identity.cookies)
  }

  /** Makes a call until it is decided, and writes down what came of it. */
  async call(name: CallName, input: Fields): Promise<Told> {
    const { history, time, tell, ids } = this.#world
    const endpoint: Endpoint = api[name]
    const key = endpoint.once ? this.dice.uuid() : null
    const told = history.begin({
      who: this.identity.name,
      call: name,
      input,
      key,
      logins: this.#logins,
      sentMs: time.nowMs,
    })
    const picture = endpoint.body === 'picture' ? this.dice.pick(this.#world.pictures) : null
    const answer = await this.#decided(endpoint, { input, key, told, picture })
    told.answeredMs = time.nowMs
    if (!answer) {
      tell(`${this.identity.name} calls ${name} ${brief(input)} and gets no answer`)
      return told
    }
    told.outcome = answer.status < 400 ? 'ok' : codeOf(answer)
    told.answer = answer.body
    if (answer.status < 400) ids.learn(endpoint, answer.body)
    tell(`${this.identity.name} calls ${name} ${brief(input)}: ${told.outcome}`)
    return told
  }

  async #decided(
    endpoint: Endpoint,
    { input, key, told, picture }: { input: Fields; key: string | null; told: Told; picture: Buffer | null },
  ): Promise<Answer | null> {
    const { history, time } = this.#world
    const mayRepeat = key !== null || endpoint.method === 'GET'
    let hasSignedIn = false
    for (let attempt = 1; attempt <= attemptsMost; attempt++) {
      if (attempt > 1) told.isDecidedAtOnce = false
      const answer = await this.#send(
        picture ? formOf(endpoint, { ...input, picture }, key) : requestOf(endpoint, input, key),
        told,
      )
      const code = answer && codeOf(answer)
      if (answer?.status === 500) history.fail(`${told.call} answers a fault: ${JSON.stringify(answer.body)}`)
      if (code === 'confirm_again') {
        await this.#send(
          requestOf(api[this.#isOperator ? 'ops.confirm' : 'sessions.confirm'], { password: testPassword }, null),
        )
      } else if ((code === 'not_signed_in' || code === 'session_broken') && !hasSignedIn) {
        hasSignedIn = true
        await this.#signIn()
      } else if (answer && answer.status < 500) {
        return answer
      } else if (!mayRepeat) {
        return answer
      } else await time.sleep(500 + this.dice.below(4_000))
    }
    return null
  }

  get #isOperator(): boolean {
    return this.identity.audience === 'console'
  }

  async #send(request: Request, told: Told | null = null): Promise<Answer | null> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { ...request.headers, 'user-agent': 'node', ...(cookie && { cookie }) }
    // The proxy sends requests to nodes that are up.
    const [first = 'A', second = first] = [...this.#world.network.nodes.keys()].sort()
    const to = this.dice.pick([first, second])
    const answer = await this.#world.network.exchange(to, this.identity.audience, {
      request: { ...request, headers },
      onArrive: () => void (told && (told.arrivedMs = Math.min(told.arrivedMs, this.#world.time.nowMs))),
      onCopy: () => void (told && (told.isDecidedAtOnce = false)),
      onRepeat: (copy) => void told?.copies.push(copy),
    })
    for (const line of answer?.cookies ?? []) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [pair, ...attributes] = line.split('; ')
    const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)]
    if (attributes.some((each) => each === 'Max-Age=0' || each.startsWith('Expires=Thu, 01 Jan 1970')))
      this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  async #signIn(): Promise<void> {
    this.#logins++
    const form = { account: this.identity.account, password: testPassword }
    const endpoint = api[this.#isOperator ? 'ops.sign-in' : 'accounts.sign-in']
    let answer = await this.#send(requestOf(endpoint, form, null))
    if (answer && codeOf(answer) === 'captcha_required' && !this.#isOperator) {
      const asked = await this.#send(requestOf(api['captcha.get'], { purpose: 'sign-in' }, null))
      if (!asked || asked.status >= 400) return
      const captcha = await this.#world.real(solveCaptcha(asked.body as CaptchaChallenge))
      answer = await this.#send(requestOf(endpoint, { ...form, captcha }, null))
    }
    const next = answer?.body as { next?: string; ticket?: string } | null
    if (next?.next !== 'second_factor' || !this.#isOperator) return
    // A code is taken once, so whoever comes within the same half minute waits.
    const proof = { way: 'totp', code: totpCode(operatorSecret, this.#world.time.nowMs) }
    await this.#send(requestOf(api['ops.second-factor'], { ticket: next.ticket, proof }, null))
  }
}

const codeOf = ({ status, body }: Answer): string =>
  status < 400 ? 'ok' : ((body as { code?: string } | null)?.code ?? `status ${status}`)

function brief(input: Fields): string {
  const text = JSON.stringify(input)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** A value as an address carries it. */
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'x'))

/** A form with one picture, as a browser sends it. */
function formOf(call: Endpoint, { picture, ...fields }: Fields & { picture: Buffer }, key: string | null): Request {
  const boundary = 'a-boundary-of-the-simulation'
  const part = (name: string, more: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(name, '')}\r\n${asText(value)}\r\n`)
  const body = Buffer.concat([
    Buffer.from(`${texts.join('')}${part('file', '; filename="picture.png"')}content-type: image/png\r\n\r\n`),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...(key !== null && { 'idempotency-key': key }),
  }
  return { method: call.method, url: `/api/v1${call.path}`, headers, body }
}

/** Puts fields where their call expects them: into the address, the query or the body. */
function requestOf(call: Endpoint, fields: Fields, key: string | null): Request {
  const rest = { ...fields }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(asText(value))
  })
  const headers = { ...(key !== null && { 'idempotency-key': key }) }
  if (call.method === 'GET') {
    const pairs = Object.entries(rest).map(([name, value]) => [name, asText(value)].map(encodeURIComponent).join('='))
    return { method: 'GET', url: `/api/v1${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`, headers }
  }
  return {
    method: call.method,
    url: `/api/v1${path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(rest),
  }
}
