import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { operatorRoles } from '#contract/ops'
import { signedCheckpoint } from '#core/fairness/log'
import { parseReceipt, receiptProblem } from '#core/fairness/receipt'
import { verifyEd25519 } from '#core/fairness/signatures'
import { parseKey } from '#core/fairness/tlog/note'
import { readPlay } from '#core/games/bets'
import { capabilitiesOf, rolesWith } from '#server/services/calls/capabilities'

/** Checks that what documents say about the repository is true: numbers, links, pictures, and names of files. */
const below = async (folder: string) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
const folders = ['src', 'tests', 'e2e', 'scripts', 'bench', 'verify', 'docs', 'deploy']
const files = [...(await readdir('.')), ...(await Promise.all(folders.map(below))).flat()]
const documents = files.filter((path) => path.endsWith('.md'))
const pages = await Promise.all(documents.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))

test('decisions are numbered without a gap, each number once and in its title', async () => {
  const names = (await readdir('docs/decisions')).sort()
  for (const [at, name] of names.entries()) {
    const number = String(at + 1).padStart(3, '0')
    expect(name).toMatch(new RegExp(`^${number}-[a-z-]+\\.md$`))
    expect(await readFile(`docs/decisions/${name}`, 'utf8')).toMatch(new RegExp(`^# ${number} [A-Z"]`))
  }
})

test('every link leads to a file that exists', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)|<img src="([^"]+)"/g)]
      .map((match) => match[1] ?? match[2]!)
      .filter((link) => !/^https?:/.test(link) && !existsSync(join(dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every kept picture is shown by a document', async () => {
  const texts = pages.map(({ text }) => text).join('\n')
  expect((await readdir('docs/screens')).filter((name) => !texts.includes(`screens/${name}"`))).toEqual([])
})

// A path may be shortened from the left, as `ledger/post.ts`, as long as exactly one file ends like that.
test('every source file that a document names exists, and the name fits one file only', () => {
  const isPath =
    /^(?!dist\/|\.)[\w./-]+\.(tsx?|js|sql|css|md|py)$|^(src|tests|e2e|scripts|bench|verify|docs|deploy)\/[\w./-]+$/
  const problem = (name: string) => {
    const ending = `/${name.replace(/\/$/, '')}`
    if (files.some((file) => `/${file}`.includes(`${ending}/`))) return null
    const found = files.filter((file) => `/${file}`.endsWith(ending))
    return found.length === 1 ? null : `fits ${found.join(' and ') || 'no file'}`
  }
  const wrong = pages.flatMap(({ path, text }) =>
    [...text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
      .map((match) => match[1]!)
      .filter((name) => isPath.test(name) && problem(name))
      .map((name) => `${path}: ${name} ${problem(name)}`),
  )
  expect(wrong).toEqual([])
})

test('the guide names every capability of the console, and exactly the roles that hold it', async () => {
  const guide = await readFile('docs/operating.md', 'utf8')
  const holders = (written: string) => {
    if (!written.startsWith('everybody')) return written.split(', ').toSorted()
    return operatorRoles.filter((role) => !written.endsWith(`but the ${role}`)).toSorted()
  }
  const capabilities = new Set(operatorRoles.flatMap((role) => capabilitiesOf(role)))
  const table = new Map(
    [...guide.matchAll(/^\| `([a-z]+\.[a-z-]+)` +\| ([^|]+?) +\|/gm)].map(([, name, by]) => [name!, holders(by!)]),
  )
  for (const each of capabilities) expect(table.get(each), each).toEqual(rolesWith(each).toSorted())
})

test('the samples of the draw protocol hold: whoever writes a program of their own tries it on them', async () => {
  const text = await readFile('docs/fairness.md', 'utf8')
  const blocks = [...text.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block]) => block!)
  const sample = (pattern: RegExp) => blocks.filter((block) => pattern.test(block))
  const [vkey] = sample(/^\S+\+[0-9a-f]{8}\+\S+\n$/)
  const key = { ...parseKey(vkey!.trim())!, from: 0 }
  const [checkpoint] = sample(/^\S+\/fair\/log\n34\n/)
  expect(signedCheckpoint(checkpoint!, [key], verifyEd25519)).toMatchObject({ origin: key.name, size: 34 })
  const [file] = sample(/^c2sp\.org\/tlog-proof@v1\n/)
  const receipt = parseReceipt(file!)!
  expect(receiptProblem(receipt, [key], verifyEd25519)).toBeNull()
  const { play, sel } = receipt.bet
  expect(readPlay({ play, selection: sel })).toMatchObject({ lines: 1 })
  expect(pages.find(({ path }) => path === 'docs/check-with-other-tools.md')!.text).toContain(`log ${vkey}`)
})
