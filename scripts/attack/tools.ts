import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The Debian package that brings each program. */
const packages = {
  sqlmap: 'sqlmap',
  wapiti: 'wapiti',
  ffuf: 'ffuf',
  dirb: 'dirb',
  slowhttptest: 'slowhttptest',
  hydra: 'hydra',
  whatweb: 'whatweb',
} as const

export type Tool = keyof typeof packages

const isThere = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Which of these programs are not on this machine; with `install` Debian's packages of them are installed first. */
export async function missingTools(tools: readonly Tool[], { install }: { install: boolean }): Promise<Tool[]> {
  const missing = () => tools.filter((tool) => !isThere(tool))
  if (install && missing().length > 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const wanted = missing().map((tool) => packages[tool])
    const apt = ['install', '--yes', '--no-install-recommends', ...wanted]
    await once(spawn('apt-get', apt, { env, stdio: ['ignore', 'inherit', 'inherit'] }), 'exit')
  }
  return missing()
}

/** How to get them. */
export const wayTo = (tools: readonly Tool[]): string =>
  `apt-get install ${tools.map((tool) => packages[tool]).join(' ')}, or run this with --install`

/** The ended program's output and status. Programs that hang are ended after a time. */
type Ran = { readonly output: string; readonly status: number | null }

const running = new Set<ChildProcess>()

export async function run(program: string, args: readonly string[], mostMs: number): Promise<Ran> {
  // A group of its own, so that the processes that it starts end with it: they would hold its output open.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running.add(child)
  const timer = setTimeout(() => end(child), mostMs)
  try {
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    const [status] = (await once(child, 'close')) as [number | null]
    return { output: (await output).join('\n'), status }
  } finally {
    clearTimeout(timer)
    running.delete(child)
  }
}

/** Ends what still runs; for an interrupted attack. */
export function endTools(): void {
  for (const child of running) end(child)
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Does work for each of many, so many at once. */
export async function forEach<Each>(all: readonly Each[], atOnce: number, work: (each: Each) => Promise<void>) {
  const left = [...all]
  const hand = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: atOnce }, hand))
}
