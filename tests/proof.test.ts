import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type PromiseName, promises } from '../scripts/proof/promises.ts'
import { asTyped, readProofs, writtenPage } from '../scripts/proof/record.ts'

const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }

/** The name of the npm script that a command runs. */
const scriptOf = (command: string) => /^npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? command

test('every promise of the README has a command that shows it, and the README makes no other', async () => {
  const readme = await readFile('README.md', 'utf8')
  const section = /^## What it promises$([^]*?)^## /m.exec(readme)![1]!
  const made = [...section.matchAll(/^- (.+)$/gm)].map((match) => match[1]!)
  expect(made).toEqual(Object.values(promises).map(({ says }) => says))
  for (const { says, commands } of Object.values(promises)) expect(commands.length, says).toBeGreaterThan(0)
})

test('every command that shows a promise exists, and every record belongs to a promise', () => {
  const commands = [
    ...Object.values(promises).flatMap((each): readonly string[] => each.commands),
    ...readProofs().map(({ command }) => command),
  ]
  expect(commands.filter((command) => !(scriptOf(command) in scripts))).toEqual([])
  const names = Object.keys(promises) as PromiseName[]
  expect(readProofs().filter(({ promise }) => !names.includes(promise))).toEqual([])
})

test('the page of proofs is the one that its figures write', async () => {
  expect(await readFile('docs/proof.md', 'utf8')).toBe(writtenPage(readProofs()))
})

test('a run is kept under the options that it was given, so that a short one does not look like the whole one', () => {
  const usual = { seeds: '10', steps: '30', seed: undefined, twice: false }
  expect(asTyped('npm run walk', { ...usual, record: true }, usual)).toBe('npm run walk')
  expect(asTyped('npm run walk', { ...usual, seeds: '2' }, usual)).toBe('npm run walk -- --seeds 2')
  expect(asTyped('npm run walk', { ...usual, seed: 'x', twice: true }, usual)).toBe('npm run walk -- --seed x --twice')
  const [defects, mutants] = ['npm run simulate -- --defects', 'npm run mutants']
  expect(asTyped(defects, { ...usual, seeds: '1' }, usual)).toBe(`${defects} --seeds 1`)
  expect(asTyped(mutants, { 'one-in': '10' }, { 'one-in': '1' })).toBe(`${mutants} -- --one-in 10`)
})
