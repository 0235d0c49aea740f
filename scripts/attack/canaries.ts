import { randomInt, randomUUID } from 'node:crypto'
import { demo } from '#contract/people/demo'
import type { Finding } from './finding.ts'
import type { Target } from './target.ts'

/** Sends secrets of the kinds that people type, each of them made up for this run, and returns them. */
export async function plantCanaries({ playerUrl, consoleUrl }: Target): Promise<string[]> {
  const secrets = {
    login: canary(),
    payment: canary(),
    fresh: canary(),
    token: canary(),
    bearer: canary(),
    ticket: canary(),
    code: canary(),
    card: String(randomInt(1e14, 3e14)),
  }
  const { login, payment: paymentPassword, fresh, ticket, code, card } = secrets
  const cookie = await cookieOf(`${playerUrl}/api/v1/demo/session`)
  const [api, desk] = [`${playerUrl}/api/v1`, `${consoleUrl}/api/v1/console`]
  const wallet = {
    kind: 'bank',
    bankName: 'A',
    bankAddress: 'B',
    cardNumber: card,
    phoneCountry: 'VN',
    cardPhone: '0912345678',
    routing: '021000021',
    cardholder: 'A B',
    contact: 'C',
  }
  const headers = { cookie: `clearball=${secrets.token}`, authorization: `Bearer ${secrets.bearer}` }
  await Promise.all([
    send(`${api}/session`, { account: demo.player.account, password: login }),
    send(`${desk}/session`, { account: 'admin', password: login }),
    send(`${desk}/session/second-factor`, { ticket, code }),
    send(`${api}/wallets`, { ...wallet, paymentPassword }, { cookie }),
    send(`${api}/withdrawals`, { walletId: randomUUID(), amount: '20.00', paymentPassword }, { cookie }),
    send(`${api}/accounts`, { account: 'somebody', password: fresh, repeat: fresh }),
    send(`${api}/bets`, {}, headers),
  ])
  return Object.values(secrets)
}

const canary = () => `canary-${randomUUID()}`

function send(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const own = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return fetch(url, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) })
}

async function cookieOf(url: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Which of the planted secrets the log has. */
export const canariesIn = (log: string, planted: readonly string[]): Finding[] =>
  planted
    .filter((each) => log.includes(each))
    .map((each) => ({
      tool: 'canaries',
      severity: 'high',
      where: 'the log',
      what: `has a secret that was typed: ${each}`,
    }))
