import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type Mornings, writtenMornings } from '../scripts/morning/write-mornings.ts'

const read = async (name: string) => JSON.parse(await readFile(`docs/morning/${name}.json`, 'utf8')) as Mornings

test('the page about a morning’s work says what was counted, and nothing else', async () => {
  const [before, after] = [await read('before'), await read('after')]
  expect(await readFile('docs/morning.md', 'utf8')).toBe(writtenMornings(before, after))
})

test('every task that was counted before is counted now', async () => {
  const [before, after] = [await read('before'), await read('after')]
  for (const [role, done] of Object.entries(before.roles)) {
    const now = after.roles[role]?.map(({ what }) => what)
    for (const { what } of done) expect(now).toContain(what)
  }
})
