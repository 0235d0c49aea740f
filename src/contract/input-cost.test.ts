import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { textPlaces } from './testing/schema-walk.ts'

/**
 * Inputs are read on the thread that serves everybody, so none may keep it. Time is counted as the thread's own work:
 * what else the machine does meanwhile does not count.
 */

/** As much as a body may hold, less the field's name. */
const mostChars = 64 * 1024 - 200
const mostMs = 20

const inputs = Object.entries<Endpoint>(api).map(([name, { input }]) => ({ name, input, places: textPlaces(input) }))

/** Texts that make a backtracking pattern slow: long runs that it matches, then a character that it does not. */
const runs = [
  'a',
  'A',
  '0',
  ' ',
  '-',
  '.',
  '_',
  '/',
  '+',
  '@',
  'é',
  '字',
  '\n',
  '\0',
  '1 ',
  'a.',
  'a-',
  'a@',
  '0-',
  'a\n',
]
const endedBy = (end: string) => runs.map((run) => run.repeat(mostChars / run.length) + end)
const hostile = ['', '\0', '!', '\n', '@', 'é'].flatMap(endedBy)

const many = <T>(size: number, make: (at: number) => T) => Array.from({ length: mostChars / size }, (_, at) => make(at))
const crowds = [many(3, () => ({})), many(2, () => 0), Object.fromEntries(many(9, (at) => [`f${at}`, 1]))]

/** The thread's work for one reading, the best of five seconds: neither a collection of garbage nor a busy neighbour is a pattern's fault. */
function workMs(read: () => void): number {
  let best = Infinity
  for (const until = performance.now() + 5_000; best > mostMs && performance.now() < until;) {
    const before = process.threadCpuUsage()
    read()
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** Whether a pattern takes texts of a bounded length alone, so that it is over as soon as the text is longer. */
function isShort(pattern: RegExp | undefined): boolean {
  const plain = pattern?.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return plain !== undefined && /^\^.*\$$/.test(plain) && !/[*+]|\{\d+,\}/.test(plain)
}

const patterns = new Map(
  inputs.flatMap(({ places }) =>
    places.flatMap(({ checks }) => checks.flatMap(({ pattern }) => (pattern ? [[String(pattern), pattern]] : []))),
  ),
)

test.each([...patterns])('%s reads any text of a body’s size within 20 ms', (_, pattern) => {
  for (const text of hostile) {
    const shown = JSON.stringify(`${text.slice(0, 4)}…${text.slice(-2)}`)
    expect(
      workMs(() => text.search(pattern)),
      shown,
    ).toBeLessThan(mostMs)
  }
})

describe.each(inputs)('$name', ({ input, places }) => {
  const readMs = (value: unknown) => workMs(() => z.safeDecode(input, value))

  test('reads the worst body that fits within 20 ms', () => {
    for (const { path, put } of places) {
      for (const text of endedBy('\0')) expect(readMs(put(text)), path).toBeLessThan(mostMs)
    }
    const names = new Set(places.map(({ path }) => path.split('.')[1]!))
    for (const crowd of crowds) {
      expect(readMs(crowd), 'the body').toBeLessThan(mostMs)
      for (const name of names) expect(readMs({ [name]: crowd }), name).toBeLessThan(mostMs)
    }
  })

  test('looks at the length of a text before anything that takes longer for a longer one', () => {
    for (const { path, checks } of places) {
      const first = checks.findIndex(({ check, abort }) => check === 'max_length' && abort)
      if (first === -1)
        expect(
          checks.some(({ pattern }) => isShort(pattern)),
          `${path} has no bound`,
        ).toBe(true)
      const before = first === -1 ? checks : checks.slice(0, first)
      expect(
        before.filter(({ pattern }) => pattern && !isShort(pattern)),
        path,
      ).toEqual([])
    }
  })

  test('takes no text that the database cannot keep', () => {
    for (const { path, put } of places) {
      for (const text of ['\0', 'a\0', 'a\ud800']) {
        const { error } = z.safeDecode(input, put(text))
        expect(
          error?.issues.map((issue) => `.${issue.path.join('.')}`),
          JSON.stringify(text),
        ).toContain(path)
      }
    }
  })
})
