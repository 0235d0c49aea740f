import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const kills = 15

/** Two workers that answer; one of them is killed every fifth of a second, as soon as both are there. */
const parent = (worker: string) => `
  import cluster from 'node:cluster'
  import { closeUntaken } from ${JSON.stringify(new URL('close-untaken.ts', import.meta.url).href)}
  cluster.setupPrimary({ exec: ${JSON.stringify(worker)} })
  const ready = []
  let killed = 0
  const start = () => {
    const worker = cluster.fork()
    closeUntaken(worker)
    worker.on('error', () => {})
    worker.on('exit', start)
    worker.on('listening', ({ port }) => {
      ready.push(worker)
      if (ready.length === 2 && killed === 0) console.log(port)
    })
  }
  start()
  start()
  setInterval(() => {
    if (ready.length < 2 || killed === ${kills}) return
    ready.shift().process.kill('SIGKILL')
    if (++killed === ${kills}) console.log('done')
  }, 200)
  process.on('disconnect', () => process.exit())`
const worker = `import { createServer } from 'node:http'
  createServer((_, response) => response.end('here')).listen(0, '127.0.0.1')`

/** Asks again and again, at once on a new connection where one breaks, until told to stop; counts what nobody answers. */
function startAsking(port: number, agent: Agent) {
  const counts = { answered: 0, broken: 0, forgotten: 0 }
  const over = new AbortController()
  const ask = () =>
    new Promise<void>((resolve) => {
      const count = (how: keyof typeof counts) => {
        counts[how]++
        resolve()
      }
      const asked = request({ port, host: '127.0.0.1', agent, timeout: 5_000 }, (answer) =>
        answer.resume().on('end', () => count('answered')),
      )
      asked.on('error', () => count('broken'))
      asked.on('timeout', () => count('forgotten'))
      asked.end()
    })
  const hand = async () => {
    while (!over.signal.aborted) await ask()
  }
  const hands = Array.from({ length: 32 }, hand)
  const stop = async () => {
    over.abort()
    await Promise.all(hands)
    return counts
  }
  return { stop }
}

test(
  'a connection that is handed to a worker as it dies is closed, and not forgotten',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clearball-untaken-'))
    const files = { parent: join(folder, 'parent.mjs'), worker: join(folder, 'worker.mjs') }
    await writeFile(files.parent, parent(files.worker))
    await writeFile(files.worker, worker)
    const house = spawn(process.execPath, [files.parent], { stdio: ['ipc', 'pipe', 'inherit'] })
    const agent = new Agent({ keepAlive: true })
    try {
      const [said] = (await once(house.stdout!, 'data')) as [Buffer]
      const asking = startAsking(Number(said), agent)
      await once(house.stdout!, 'data')
      const { answered, broken, forgotten } = await asking.stop()
      expect({ forgotten, some: answered > 100 && broken > 0 }).toEqual({ forgotten: 0, some: true })
    } finally {
      agent.destroy()
      house.disconnect()
      await rm(folder, { recursive: true })
    }
  },
)
