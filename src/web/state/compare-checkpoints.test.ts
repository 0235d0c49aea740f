import { afterEach, expect, test, vi } from 'vitest'
import { type LogFiles, logFiles, serving } from '../testing/log-files.ts'
import { compareStates } from './compare-checkpoints.ts'
import { openLog } from './public-log.ts'

const entries = Array.from({ length: 600 }, (_, at) => `entry ${at}`)
const newer = logFiles(entries)

afterEach(() => vi.unstubAllGlobals())

function compare(older: LogFiles, shown = newer) {
  vi.stubGlobal('fetch', serving(shown))
  return compareStates(older.state, newer.state, openLog(newer.state.size))
}

test.each([0, 1, 2, 255, 256, 257, 511, 512, 513, 599, 600])('a log extends its own first %i records', async (size) => {
  expect(await compare(logFiles(entries.slice(0, size)))).toBe('extends')
})

test.each([1, 2, 255, 256, 257, 512, 513, 600])(
  'a log of %i records with another one is contradicted',
  async (size) => {
    const others = entries.slice(0, size)
    expect(await compare(logFiles(others.with(Math.floor(size / 2), 'another')))).toBe('contradicts')
    expect(await compare(logFiles(others.with(size - 1, 'another')))).toBe('contradicts')
  },
)

test('files that are missing or belong to another log accuse nobody', async () => {
  const older = logFiles(entries.slice(0, 300))
  for (const path of newer.files.keys()) {
    if (path.includes('entries')) continue
    const damaged = new Map(newer.files).set(path, new Uint8Array(newer.files.get(path)!).fill(7))
    const [less, other] = [new Map(newer.files), { ...newer, files: damaged }]
    less.delete(path)
    expect(['extends', 'unknown']).toContain(await compare(older, { ...newer, files: less }))
    expect(['extends', 'unknown']).toContain(await compare(older, other))
  }
  expect(await compare(older, logFiles(entries.with(0, 'another')))).toBe('unknown')
  expect(await compare(older, { ...newer, files: new Map() })).toBe('unknown')
})
