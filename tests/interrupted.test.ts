import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { programEnv } from './program.ts'

/** Processes of this machine whose command names the folder. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(folder))
}

test('an interrupted bench stops its database server too', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-interrupted-'))
  await chmod(folder, 0o755)
  const bench = spawn(process.execPath, ['bench/run.ts', 'ledger'], {
    env: { ...programEnv, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(bench.stderr, 'data')
  expect(await processesIn(folder)).not.toEqual([])
  bench.kill('SIGINT')
  expect(await once(bench, 'exit')).toEqual([130, null])
  // The server has ended by then; the system may take a moment longer to remove its processes.
  await vi.waitFor(async () => expect([await processesIn(folder), await readdir(folder)]).toEqual([[], []]), {
    timeout: 20_000,
    interval: 100,
  })
  await rm(folder, { recursive: true })
})
