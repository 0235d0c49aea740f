import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { FastStream, SeedSource } from './draw-source.ts'

type Battery = {
  readonly tool: string
  readonly args: readonly string[]
  /** Bytes to feed; the tool may stop reading earlier. */
  readonly bytes: number
  /** What is wrong with the tool's report, or null. */
  readonly complaint: (report: string) => string | null
}

export type BatteryOptions = {
  readonly seed: string
  /**
   * * `all` is dieharder's own selection. It reads some 230 GB, nearly all of it for one test at 33 lags, and takes
   * hours; `most` runs every test once. Or the number of one test.
   */
  readonly dieharder: string
  readonly install: boolean
}

function batteries({ dieharder }: BatteryOptions): Battery[] {
  return [
    {
      tool: 'ent',
      args: [],
      bytes: 64 * 2 ** 20,
      complaint: (report) => {
        const percent = Number(/exceed this value (?:less than )?([\d.]+)/.exec(report)?.[1])
        return percent > 0.01 && percent < 99.99 ? null : `chi-square percentage ${percent}`
      },
    },
    {
      tool: 'rngtest',
      args: ['-c', '10000'],
      bytes: 32 * 2 ** 20,
      complaint: (report) => {
        const failures = Number(/FIPS 140-2 failures: (\d+)/.exec(report)?.[1])
        return failures <= 15 ? null : `${failures} of 10000 blocks failed; 15 are allowed`
      },
    },
    ...dieharderRuns(dieharder).map((args) => ({
      tool: 'dieharder',
      args: [...args, '-g', '200'],
      bytes: Infinity,
      complaint: (report: string) => {
        const failed = report.match(/FAILED/g)?.length ?? 0
        return failed === 0 && /PASSED|WEAK/.test(report) ? null : `${failed} tests FAILED`
      },
    })),
  ]
}

// Tests 5, 6, 7 and 14 are left out: dieharder itself marks them as suspect.
const soundTests = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 17, 100, 101, 102, 204, 205, 206, 209]

/**
 * Tests that look at groups of numbers and must be told how large: the smallest and the largest that dieharder uses.
 */
const groupedTests = { 200: [1, 8], 201: [2, 5], 202: [2, 5], 203: [1, 16] }

function dieharderRuns(selection: string): string[][] {
  if (selection === 'all') return [['-a']]
  const one = ([test, size]: string[]) => ['-d', test!, ...(size ? ['-n', size] : [])]
  if (selection !== 'most') return [one(selection.split(' '))]
  const grouped = Object.entries(groupedTests).flatMap(([test, sizes]) =>
    sizes.map((size) => one([test, String(size)])),
  )
  return [...soundTests.map((test) => one([String(test)])), ...grouped]
}

function installTools(): void {
  for (const packages of [['dieharder', 'ent'], ['rng-tools-debian'], ['rng-tools5']]) {
    const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      stdio: 'inherit',
    })
    if (status === 0 && packages[0]!.startsWith('rng')) return
  }
}

/** Feeds the stream through pipes; a file would be rewound, and its repetition taken for a fault of the generator. */
export async function runBatteries(options: BatteryOptions): Promise<boolean> {
  if (options.install) installTools()
  let sound = true
  for (const battery of batteries(options)) {
    if (spawnSync('sh', ['-c', `command -v ${battery.tool}`]).status !== 0) {
      console.log(`${battery.tool} is not installed (--install installs it)`)
      sound = false
      continue
    }
    const complaint = battery.complaint(await feed(battery, options.seed))
    console.log(`${battery.tool}: ${complaint ? `FAILED, ${complaint}` : 'passed'}\n`)
    sound &&= complaint === null
  }
  return sound
}

async function feed({ tool, args, bytes }: Battery, seed: string): Promise<string> {
  console.log(`${tool} ${args.join(' ')}`)
  const child = spawn(tool, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let report = ''
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      report += String(text)
      process.stdout.write(String(text))
    })
  }
  // A tool that has read enough closes its end.
  child.stdin.on('error', () => {})
  const ended = once(child, 'close')
  for (const chunk of chunks(seed, bytes)) {
    if (child.exitCode !== null || child.stdin.destroyed) break
    if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain').catch(() => {}), ended])
  }
  child.stdin.end()
  await ended
  return report
}

/** The streams of seed after seed, each read for 4 MB. */
function* chunks(label: string, bytes: number): Generator<Buffer> {
  const source = new SeedSource(label)
  const stream = new FastStream()
  const size = 2 ** 16
  for (let sent = 0; sent < bytes; sent += size) {
    const index = (sent % 2 ** 22) / 32
    if (index === 0) stream.start(source.seed(sent / 2 ** 22))
    const chunk = Buffer.allocUnsafe(size)
    for (let at = 0; at < size; at += 32) stream.block(index + at / 32).copy(chunk, at)
    yield chunk
  }
}
