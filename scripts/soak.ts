// npm run soak [-- file...]: the tests that count in hundreds and thousands, at the numbers that were promised.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const asked = process.argv.slice(2)
const soaks = globSync('src/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('timesOf('))
const { status } = spawnSync('vitest', ['run', ...(asked.length > 0 ? asked : soaks)], {
  stdio: 'inherit',
  env: { ...process.env, SOAK: '1' },
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
