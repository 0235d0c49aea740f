import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { caddy, makeCertificate, nginx } from './fronts.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** What a program wrote; fails with its words where it found something. */
async function words(program: string, args: string[], cwd = root): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args, { cwd })
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? String(error)}`, { cause: error })
  }
}

/** More than this, on systemd's scale from 0 to 10, and a directive was lost. */
const exposureMost = 2

/** The units as they are, but for the folder: systemd looks whether the program that they start is there. */
export async function checkUnits(folder: string): Promise<string> {
  const names = readdirSync(`${root}/deploy/systemd`)
  for (const name of names) {
    const text = readFileSync(`${root}/deploy/systemd/${name}`, 'utf8')
    writeFileSync(join(folder, name), text.replaceAll('/opt/clearball', root))
  }
  const said = await words('systemd-analyze', ['verify', ...names.map((name) => join(folder, name))])
  if (said.trim()) throw new Error(said)
  const exposures: string[] = []
  for (const name of names.filter((each) => each.endsWith('.service'))) {
    const table = await words('systemd-analyze', ['security', '--offline=true', '--no-pager', join(folder, name)])
    const exposure = /exposure level for \S+: ([\d.]+)/.exec(table)![1]!
    if (Number(exposure) > exposureMost) throw new Error(`${name} is exposed: ${exposure}\n${table}`)
    exposures.push(`${name} ${exposure}`)
  }
  return `${names.length} units verified; exposure of 10: ${exposures.join(', ')}`
}

/** Reads what arrives at a datagram socket, which Node cannot open. */
const reader = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True:
    print(s.recv(4096).decode().replace('\\n', ' '), flush=True)
`

/** Starts the real program as the unit does, and listens as systemd does. */
export async function notified(folder: string): Promise<string> {
  const socket = join(folder, 'notify')
  const listening = spawn('python3', ['-c', reader, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  let heard = ''
  listening.stdout.on('data', (piece: Buffer) => (heard += piece.toString()))
  const hears = async (word: string, withinMs: number) => {
    for (let waitedMs = 0; !heard.includes(word); waitedMs += 50) {
      if (waitedMs > withinMs) throw new Error(`systemd was not told ${word}; it heard: ${heard}`)
      await sleep(50)
    }
  }
  await hears('listening', 10_000)
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    CONSOLE_PORT: '0',
    METRICS_PORT: '0',
    SELF_CHECK: 'off',
  }
  const told = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1500000' }
  const node = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings, ...told },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  node.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  const ended = once(node, 'exit')
  try {
    await Promise.race([
      hears('READY=1', 120_000),
      ended.then(() => Promise.reject(new Error(`the node ended: ${said}`))),
    ])
    await hears('WATCHDOG=1', 10_000)
    // Frozen, it says nothing more; systemd would restart it.
    node.kill('SIGSTOP')
    await sleep(1_000)
    heard = ''
    await sleep(3_000)
    if (heard.includes('WATCHDOG')) throw new Error('a node that is frozen still says that it turns')
    node.kill('SIGCONT')
    await hears('WATCHDOG=1', 10_000)
  } finally {
    node.kill('SIGCONT')
    node.kill('SIGTERM')
    await ended
    listening.kill()
  }
  return 'the node says that it serves and that it turns, and falls silent when it is frozen'
}

export async function checkPrometheus(folder: string): Promise<string> {
  cpSync(`${root}/deploy/prometheus`, folder, { recursive: true })
  await words('promtool', ['check', 'config', 'prometheus.yml'], folder)
  const rules = await words('promtool', ['check', 'rules', 'clearball.rules.yml'], folder)
  await words('promtool', ['test', 'rules', 'clearball.rules.test.yml'], folder)
  return `${/(\d+) rules found/.exec(rules)![1]!} rules are valid and their tests pass`
}

const anywhere = {
  players: ['127.0.0.1:3000', '127.0.0.1:3100'],
  operators: ['127.0.0.1:3001', '127.0.0.1:3101'],
} as const

export async function checkNginx(folder: string): Promise<string> {
  await makeCertificate(folder)
  const file = await nginx.write(folder, { ...anywhere, port: 443, plainPort: 80 })
  await words('nginx', ['-t', '-c', file])
  return 'nginx -t'
}

export async function checkCaddy(folder: string): Promise<string> {
  // As it is, with certificates that it would get by itself, and as it is run below.
  await words('caddy', ['validate', '--adapter', 'caddyfile', '--config', `${root}/deploy/caddy/Caddyfile`])
  const tidy = await words('caddy', ['fmt', `${root}/deploy/caddy/Caddyfile`])
  if (tidy !== readFileSync(`${root}/deploy/caddy/Caddyfile`, 'utf8')) throw new Error('caddy fmt would change it')
  await makeCertificate(folder)
  const file = await caddy.write(folder, { ...anywhere, port: 443, plainPort: 80 })
  await words('caddy', ['validate', '--adapter', 'caddyfile', '--config', file])
  return 'caddy validate, caddy fmt'
}
