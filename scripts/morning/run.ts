// npm run morning [-- --record] [--pictures]: an operator of each role does a morning's work in a browser, with the clicks, keys and
// waiting times counted. With --record the figures are kept in docs/morning and docs/morning.md is written from them. With
// --pictures it only makes a picture of every page of the console in .cache/morning/pictures, and fails where one does not fit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureChromium } from '../web/chromium.ts'
import { type Counted, type Mornings, writtenMornings, writtenTable } from './write-mornings.ts'

const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, pictures: { type: 'boolean', default: false } },
})
const report = '.cache/morning/report.jsonl'
await mkdir('.cache/morning', { recursive: true })
rmSync(report, { force: true })
const kept = values.pictures ? { MORNING_PICTURES: '.cache/morning/pictures' } : { MORNING_REPORT: report }
const playwright = spawn(
  'playwright',
  ['test', '-c', 'e2e/morning/playwright.config.ts', '--reporter=list', values.pictures ? 'pages' : 'roles'],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CHROMIUM_PATH: ensureChromium(), ...kept },
  },
)
const [status] = (await once(playwright, 'close')) as [number | null]
process.exitCode = status ?? 1

if (existsSync(report)) {
  const lines = readFileSync(report, 'utf8').trim().split('\n')
  const roles = Object.fromEntries(
    lines.map((line) => {
      const { role, done } = JSON.parse(line) as { role: string; done: Counted[] }
      return [role, done]
    }),
  )
  const day = new Date().toISOString().slice(0, 10)
  const on = `${availableParallelism()} cores, ${process.arch}, Node ${process.versions.node}`
  const after: Mornings = { day, on, roles }
  const before = JSON.parse(readFileSync('docs/morning/before.json', 'utf8')) as Mornings
  console.log(writtenTable(before, after))
  if (values.record && status === 0) {
    await writeFile('docs/morning/after.json', `${JSON.stringify(after, null, 2)}\n`)
    await writeFile('docs/morning.md', writtenMornings(before, after))
  }
}
