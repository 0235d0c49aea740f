// npm run soak [-- file...]: the tests that count in hundreds and thousands, at the numbers that were promised.
// npm run soak -- load [--warm-up 10] [--minutes 60] [--minute-seconds 60] [--players 16] [--record]: bets at half of the most that the app takes;
// ends with 1 where memory grows, a minute is twice as slow as the first, or a bet has no answer. Minutes in which the host of a virtual
// machine gave more than a tenth of its processors to others are left out, and as many more are measured.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endWithServers } from '#server/testing/interrupted'
import { median } from './soak/minutes.ts'
import { asTyped, recordProof } from './proof/record.ts'

/** The hour that is promised. */
const usual = { 'warm-up': '10', minutes: '60', 'minute-seconds': '60', players: '16' }
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'warm-up': { type: 'string', default: usual['warm-up'] },
    minutes: { type: 'string', default: usual.minutes },
    'minute-seconds': { type: 'string', default: usual['minute-seconds'] },
    players: { type: 'string', default: usual.players },
    record: { type: 'boolean', default: false },
  },
})

if (positionals[0] === 'load') await load()
else count(positionals)

function count(asked: readonly string[]): void {
  const soaks = globSync('src/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('timesOf('))
  const { status } = spawnSync('vitest', ['run', ...(asked.length > 0 ? asked : soaks)], {
    stdio: 'inherit',
    env: { ...process.env, SOAK: '1' },
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}

async function load(): Promise<void> {
  endWithServers()
  const { loadForMinutes } = await import('./soak/load.ts')
  const asked = {
    warmUp: Number(values['warm-up']),
    minutes: Number(values.minutes),
    minuteMs: Number(values['minute-seconds']) * 1_000,
    players: Number(values.players),
  }
  const { minutes, leftOut, top, rate, lost, growth, slower, failures, holds } = await loadForMinutes(asked, (text) =>
    process.stderr.write(`soak: ${text}\n`),
  )
  console.table(minutes)
  const figures = {
    minutes: `${minutes.length} of ${asked.minuteMs / 1_000} s, after at least ${asked.warmUp} that do not count`,
    'minutes left out, in which the host gave more than a tenth of the processors to others': leftOut.length,
    'most bets a second': top,
    'bets a second': rate,
    bets: minutes.reduce((sum, minute) => sum + minute.bets, 0),
    'asked again because the connection ended': lost,
    'without an answer': failures,
    'p99 of the first minute': `${minutes[0]!.p99} ms`,
    'median of the p99 of all minutes': `${median(minutes.map(({ p99 }) => p99))} ms`,
    'slowest minute beside the first': slower,
    'slowest p99 of the minutes left out': `${Math.max(0, ...leftOut.map(({ p99 }) => p99))} ms`,
    'memory at the end beside the beginning': growth,
  }
  console.table(figures)
  const command = asTyped('npm run soak -- load', values, usual)
  if (values.record) await recordProof({ promise: 'steady', command, figures, holds })
  process.exitCode = holds ? 0 : 1
}
