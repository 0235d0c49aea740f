// Makes the pictures in docs/screens/ by walking the journeys.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './web/chromium.ts'

const folder = process.argv[2] ?? 'docs/screens'
const { status } = spawnSync('playwright', ['test'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, SCREENSHOTS: folder, CHROMIUM_PATH: ensureChromium() },
})
process.exitCode = status ?? 1
