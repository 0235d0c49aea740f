import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programEnv } from './program.ts'

let folder: string
let app: ChildProcess
let said = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearball-descriptors-'))
  await chmod(folder, 0o755)
  // A file descriptor limit far below any real one, so that few connections reach it.
  const limited = 'ulimit -n 400 && exec "$0" src/server/main.ts --port 0'
  app = spawn('sh', ['-c', limited, process.execPath], {
    env: { ...programEnv, DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000', TICKER: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [app.stdout!, app.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await vi.waitFor(() => expect(said).toContain('Stop with'), { timeout: 110_000, interval: 100 })
})
afterAll(async () => {
  if (app.exitCode === null) {
    app.kill('SIGINT')
    await once(app, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

/** Opens a stream as a visitor and leaves it open; returns the status, or that there was no answer. */
function openStream(port: number, opened: Socket[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    opened.push(socket)
    socket.on('error', () => resolve('not taken'))
    socket.on('close', () => resolve('not taken'))
    socket.on('data', (chunk: Buffer) => resolve(chunk.toString().split(' ')[1]!))
    socket.write('GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n')
  })
}

test('visitors who open ever more streams are refused; the house keeps working, and answers when they are gone', async () => {
  const url = /Player app +(\S+)/.exec(said)![1]!
  const port = Number(new URL(url).port)
  const opened: Socket[] = []
  const answers: string[] = []
  // In portions, so that the number of streams counts and not how many connect in one moment.
  for (let round = 0; round < 12; round++) {
    answers.push(...(await Promise.all(Array.from({ length: 50 }, () => openStream(port, opened)))))
  }
  const counts = Object.groupBy(answers, (answer) => answer)
  expect(counts['200']?.length, JSON.stringify(answers.slice(-5))).toBe(210)
  expect(counts['503']?.length).toBeGreaterThan(0)
  // A second in which the house's own jobs run.
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200), { timeout: 20_000 })
  expect(app.exitCode, said.slice(-2_000)).toBeNull()
  for (const socket of opened) socket.destroy()
  await vi.waitFor(
    async () => {
      const again: Socket[] = []
      expect(await openStream(port, again)).toBe('200')
      again[0]!.destroy()
    },
    { timeout: 20_000 },
  )
})
