import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { playerFactors } from '#contract/factors'
import { addWallet } from '#contract/money/wallets'
import { register, signIn } from '#contract/people/accounts'
import { applyForCertification } from '#contract/people/certifications'
import { changeLoginPassword, setPaymentPassword } from '#contract/people/profile'
import { subscribePush } from '#contract/people/push'
import { askRecovery, recover } from '#contract/people/recovery'
import { confirmSession } from '#contract/people/sessions'
import { secondFactor } from '#contract/second-factor'
import { sendMessage } from '#contract/service/chat'
import { openApp, totp } from '../../testing/authenticator-app.ts'
import type { Fields } from '../../testing/attack/samples.ts'
import { type Sent, requestOf, send } from '../../testing/attack/send-call.ts'
import { bankForm, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, application, registration, testPassword } from '../../testing/person.ts'
import { Secret } from '../../world/secrets/secret.ts'

/** Secrets that nobody else would type are sent in every way, also in ways that fail; no log, figure or refusal may contain one. */

const planted = {
  pepper: 'canary of the pepper 41c09f',
  'draw key': 'canary of the draw key 77ab10',
  'a log-in password': 'canary log-in 5521 wombat',
  'a wrong password': 'canary wrong 9921 wombat',
  'a payment password': 'canary payment 3391 wombat',
  'a card': '9137420518463027',
  'a document': 'CANARYDOC77310',
  'a name': 'Canary Legalname Wombat',
  'a message': 'canary message 6617 wombat',
  'a code': 'canary-code-8812',
  'a push address': 'https://push.example/canary-endpoint-1190',
  'a push key': 'canaryauthkey_1190abcd',
  'an address with a token': 'canary-in-the-address-2218',
  'an unknown cookie': 'canary-cookie-5580'.padEnd(43, 'x'),
} as const

let house: House
let owner: Client
let player: Player & { walletId: string }
/** Secrets that the house makes itself. */
const made = new Map<string, string>()
const refused: string[] = []
beforeAll(async () => {
  const pepper = new Secret(planted.pepper)
  house = await openHouse({ pepper, drawKey: new Secret(planted['draw key']), logLevel: 'debug' })
  player = await withdrawer(house, '100.00')
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

/** Makes a call and keeps what a refusal said. */
async function attempt(visitor: Pick<Visitor, 'fetch'>, call: Endpoint, fields: Fields): Promise<number> {
  return attemptSent(visitor, requestOf(call, fields))
}

async function attemptSent(visitor: Pick<Visitor, 'fetch'>, sent: Sent): Promise<number> {
  const { status, text } = await send(visitor, sent)
  if (status >= 400) refused.push(text)
  return status
}

/** A table that is gone while a call needs it stands for any fault of ours. */
async function withoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  await owner.query(`alter table ${table} rename to gone`)
  try {
    return await work()
  } finally {
    await owner.query(`alter table gone rename to ${table}`)
  }
}

const password = planted['a log-in password']
const wrong = planted['a wrong password']
const code = planted['a code']
const wallet = { ...bankForm(), cardNumber: planted['a card'], paymentPassword: planted['a payment password'] }
const push = { endpoint: planted['a push address'], p256dh: `B${'a'.repeat(86)}`, auth: planted['a push key'] }

function keep(visitor: Visitor, whose: string): void {
  for (const [name, value] of visitor.cookies) made.set(`${whose} ${name} ${value.slice(0, 4)}`, value)
}

async function enter(): Promise<void> {
  const visitor = house.visitor()
  const form = { ...registration('canary_1'), password, repeat: password }
  await visitor.register(form)
  await attempt(visitor, signIn, { account: 'canary_1', password })
  keep(visitor, 'player')
  await attempt(visitor, signIn, { account: 'canary_1', password: wrong })
  await attempt(visitor, register, { ...form, captcha: 'AAAA' })
  await attempt(visitor, confirmSession, { password: wrong })
  await attempt(visitor, confirmSession, { password })
  keep(visitor, 'player')
  await attempt(visitor, changeLoginPassword, { old: wrong, password, repeat: password })
  await attempt(visitor, recover, { requestId: randomUUID(), code, password, repeat: password })
  await attempt(visitor, askRecovery, { account: 'canary_1', captcha: code })
}

async function proveTwice(): Promise<void> {
  const { secret, codes, account, ...enrolled } = await openApp(house).enrolled()
  made.set('a TOTP secret', secret)
  for (const each of codes) made.set(`the recovery code ${each.slice(0, 2)}`, each)
  const visitor = house.visitor()
  const asked = await visitor.call(signIn, { account, password: testPassword })
  if (asked.next !== 'second_factor') throw new Error('no second factor was asked for')
  made.set('a ticket', asked.ticket)
  await attempt(visitor, secondFactor, { ticket: asked.ticket, proof: { way: 'recovery', code } })
  await attempt(visitor, secondFactor, { ticket: asked.ticket, proof: totp(openApp(house).codeOf(secret)) })
  keep(visitor, 'player')
  await attempt(enrolled, playerFactors.ask, { password: wrong })
  await withoutTable('factor', () => attempt(enrolled, playerFactors.ask, { password: testPassword }))
}

async function pay(): Promise<void> {
  const set = { password: planted['a payment password'], repeat: planted['a payment password'] }
  await attempt(player, setPaymentPassword, { ...set, old: wrong })
  await attempt(player, addWallet, wallet)
  await attempt(player, addWallet, { ...wallet, routing: '1' })
  await attempt(player, addWallet, { ...wallet, kind: 'neither' })
  const form = { ...(await application(player)), legalName: planted['a name'], documentNumber: planted['a document'] }
  await attempt(player, applyForCertification, form)
  await attempt(player, applyForCertification, { ...form, bornOn: '2020-01-01' })
  await attempt(player, sendMessage, { text: planted['a message'] })
  await attempt(player, sendMessage, { text: planted['a message'], pictureId: randomUUID() })
  await attempt(player, subscribePush, push)
}

/** The same calls while a table is gone: the database's own errors quote rows and statements. */
async function fail(): Promise<number[]> {
  const other = await withdrawer(house, '100.00')
  const form = { ...(await application(other)), legalName: planted['a name'], documentNumber: planted['a document'] }
  const paying = { ...wallet, paymentPassword: 'only for payments' }
  return [
    await withoutTable('wallet', () => attempt(other, addWallet, paying)),
    await withoutTable('certification', () => attempt(other, applyForCertification, form)),
    await withoutTable('push_subscription', () => attempt(other, subscribePush, push)),
    await withoutTable('message', () => attempt(other, sendMessage, { text: planted['a message'] })),
    await withoutTable('attempt', () => attempt(house.visitor(), signIn, { account: 'canary_1', password })),
    await withoutTable('stored_answer', () => attempt(other, addWallet, paying)),
  ]
}

/** Secrets in places where nobody should put them. */
async function spill(): Promise<void> {
  const token = planted['an address with a token']
  const read = { method: 'GET', headers: {} } as const
  for (const path of [`/api/v1/me?token=${token}`, `/api/v1/uploads/${token}`, `/${token}`, `/api/v1/${token}`])
    await attemptSent(player, { ...read, path })
  const headers = { 'content-type': 'application/json', cookie: `clearball=${planted['an unknown cookie']}` }
  await attemptSent(
    { fetch: (path, init) => fetch(house.playerUrl + path, init) },
    { ...read, path: '/api/v1/me', headers },
  )
  const broken = { method: 'POST', path: '/api/v1/session', headers: { 'content-type': 'application/json' } } as const
  await attemptSent(player, { ...broken, body: `{"account":"canary_1","password":"${password}` })
  await attemptSent(player, { ...broken, body: JSON.stringify({ account: 'canary_1', password, extra: [code] }) })
  await attemptSent(player, {
    ...broken,
    body: JSON.stringify({ account: 'canary_1', password: password.repeat(4_000) }),
  })
}

describe('secrets', () => {
  test('are in no line of the log, no figure and no refusal, whatever goes wrong', async () => {
    await enter()
    await proveTwice()
    await pay()
    await spill()
    expect(await fail()).toEqual(Array(6).fill(500))
    keep(player, 'player')
    keep(await house.operator('admin'), 'operator')
    const { password: ofDatabase } = new URL(house.databaseUrl('clearball_server'))
    const secrets = [...Object.entries(planted), ...made, ['the database’s password', ofDatabase] as const]
    const metrics = await (await fetch(`${house.metricsUrl}/metrics`)).text()
    const places = { log: house.logged.join(''), metrics, refusals: refused.join('\n') }
    expect(places.log).toContain('"level":20')
    expect(refused.length).toBeGreaterThan(20)
    const found = Object.entries(places).flatMap(([place, text]) =>
      secrets.flatMap(([name, secret]) =>
        secret.length > 5 && text.includes(secret) ? [`${name} is in the ${place}`] : [],
      ),
    )
    expect(found).toEqual([])
  })

  test('are never part of an address: no call takes one in its path or query', () => {
    const secret = /password|repeat|old|code|ticket|secret|token|captcha|card|document|proof|auth/i
    const inAddress = Object.entries<Endpoint>(api).flatMap(([name, { method, path, input }]) => {
      const { shape = {} } = (input as unknown as { _zod: { def: { shape?: object } } })._zod.def
      const fields = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
      return [...fields, ...(method === 'GET' ? Object.keys(shape) : [])].flatMap((field) =>
        secret.test(field) ? [`${name}: ${field}`] : [],
      )
    })
    // The kind of a document, such as a passport, and nothing of what is in it.
    expect(inAddress).toEqual(['lists.certifications.rows: document', 'lists.certifications.export: document'])
  })
})
