import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openVisitor, registration } from '#server/testing/person'
import { quickFolder } from '#server/testing/test-cluster'
import { openPrograms, programEnv } from './program.ts'

let folder: string
const { run, stopAll } = openPrograms(() => folder)
beforeAll(async () => {
  folder = await mkdtemp(join(await quickFolder(), 'clearball-start-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await stopAll()
  await rm(folder, { recursive: true, force: true })
})

/** The program that runs for several tests; it is started where none runs. */
let current: ReturnType<typeof run> | null = null
const running = async () => {
  current ??= run()
  return { ...current, url: await current.ready() }
}
/** Ends it with a signal; returns how it ended. */
const end = async (signal: NodeJS.Signals) => {
  const { app, ended } = current!
  current = null
  app.kill(signal)
  return ended
}

// These tests start and kill the whole program: minutes on a busy machine.
describe('starting', { timeout: 120_000 }, () => {
  test('a first start that is killed at any moment leaves the next one able to start', async () => {
    // Before the folder, in the middle of making the database, of starting it, of migrating, of seeding.
    for (const delayMs of [200, 500, 800, 1_100, 1_500]) {
      const killed = run()
      await sleep(delayMs)
      killed.app.kill('SIGKILL')
      await killed.ended
    }
    const { url } = await running()
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ ready: true })
  })

  test('after each of five kills under load it starts again with every acknowledged registration', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 5; round++) {
      const { url } = await running()
      const before = acknowledged.length
      const load = register(url, `round${round}`, acknowledged)
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 2), { timeout: 30_000 })
      await Promise.all([end('SIGKILL'), load])
    }
    const { url } = await running()
    for (const account of acknowledged) {
      const again = await send(url, account)
      expect(await again.json(), account).toMatchObject({ code: 'identity_taken' })
    }
  })
})

describe('a program that runs', { timeout: 120_000 }, () => {
  test('a second start on the same data reports in one sentence that one is running', async () => {
    await running()
    const second = run()
    expect(await second.ended).toBe(1)
    expect(second.said().trim()).toBe(`Clearball is already running on ${folder}; stop that one first.`)
  })

  test('it prints addresses and accounts, and a second factor that opens the console', async () => {
    const app = await running()
    for (const word of ['Player app', 'Console', 'demo / demo-player', 'admin, finance', 'one tap', 'WELCOME'])
      expect(app.said()).toContain(word)
    expect(app.said()).toMatch(/Their codes +admin \d{6}, auditor \d{6}, /)
    const consoleUrl = /Console +(\S+)/.exec(app.said())![1]!
    const post = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${consoleUrl}/api/v1/console${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await response.json()) as Record<string, string>
    }
    const { ticket } = await post('/session', { account: 'finance', password: 'demo-console' })
    const code = (await demoCode('finance')).trim()
    expect(await post('/session/second-factor', { ticket, proof: { way: 'totp', code } })).toEqual({
      next: 'done',
      account: 'finance',
    })
    expect(await demoCode('nobody')).toBe('There is no demo operator nobody with an authenticator app.\n')
    expect(await demoCode('finance', { MODE: 'real' })).toContain('(MODE is real)')
    const reviews = (...words: string[]) => script('review', words, { CONSOLE_PORT: new URL(consoleUrl).port })
    const [, waiting] = /^top-up +(\S+) +demo +250\.00 +waiting\n$/.exec(await reviews())!
    expect(await reviews('pass', waiting!, '249.50')).toBe('Credited 249.50.\n')
    expect(await reviews()).toBe('Nothing waits.\n')
    expect(await script('clearball/main', ['keys', 'rotate', 'operator'], {})).toBe(
      `Clearball is running on ${folder}; stop it first.\n`,
    )
  })

  test('it stops its database server too, and then the key can be changed', async () => {
    await running()
    const pid = Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
    expect(await end('SIGINT')).toBe(0)
    // It has logged its end by then; the system may take a moment longer to remove the process.
    await vi.waitFor(() => expect(() => process.kill(pid, 0), 'the database server is gone too').toThrow(), 10_000)
    // The tests that follow use the new key.
    expect(await script('clearball/main', ['keys', 'rotate', 'operator'], {})).toMatch(
      /^Record \d+ of the log names the new key [0-9a-f]{64}\./,
    )
    expect(await demoCode('finance')).toBe('Clearball is not running; start it first with npm start.\n')
  })
})

describe('a start that is refused', { timeout: 120_000 }, () => {
  test('bad settings stop it, each named; a port in use is reported in one sentence', async () => {
    const bad = run({ PORT: 'x', MODE: 'y' }, [])
    expect(await bad.ended).toBe(1)
    expect(bad.said()).toBe(
      'Clearball cannot start with these settings:\n  - MODE must be demo or real\n  - PORT must be a port, 0 to 65535\n',
    )
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    const app = run({}, ['--port', port])
    expect(await app.ended).toBe(1)
    expect(app.said().trim()).toBe(`Port ${port} is taken by another program; choose another with --port.`)
    other.close()
  })

  test('real money without what it needs does not start', async () => {
    const app = run({ MODE: 'real' })
    expect(await app.ended).toBe(1)
    expect(app.said()).toContain('BEACON must be public')
  })
})

/** The output of `npm run demo:code`. */
function demoCode(operator: string, env: Record<string, string> = {}): Promise<string> {
  return script('demo-code', [operator], env)
}

async function script(name: string, words: string[], env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...words], {
    env: { ...programEnv, DATA_DIR: folder, ...env },
  }).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

async function send(url: string, account: string): Promise<Response> {
  const captcha = await openVisitor(url).captcha('register')
  return fetch(`${url}/api/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ ...registration(account), invitationCode: 'WELCOME', captcha }),
  })
}

/** Registers one player after the other until the server is gone, noting each that was acknowledged. */
async function register(url: string, prefix: string, acknowledged: string[]): Promise<void> {
  for (let at = 0; ; at++) {
    const account = `${prefix}_${at}`
    const response = await send(url, account).catch(() => null)
    if (!response) return
    if (response.ok) acknowledged.push(account)
    else throw new Error(await response.text())
  }
}
