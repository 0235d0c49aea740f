// Makes a picture of every screen in .cache/screens by walking the journeys; arguments narrow the journeys, as for
// `playwright test`. With --docs, the few pictures that documents show are then made anew from it. They are the files
// in docs/screens: to show another, add an empty NAME.webp there first.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import sharp from 'sharp'
import { ensureChromium } from './web/chromium.ts'

const made = '.cache/screens'
const shown = 'docs/screens'

const journeys = process.argv.slice(2).filter((each) => each !== '--docs')
await mkdir(made, { recursive: true })
const { status } = spawnSync('playwright', ['test', ...journeys], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, SCREENSHOTS: made, CHROMIUM_PATH: ensureChromium() },
})
process.exitCode = status ?? 1
if (process.argv.includes('--docs')) await refreshShown()

async function refreshShown(): Promise<void> {
  for (const { name } of (await readdir(shown)).map((each) => parse(each))) {
    const picture = `${made}/${name}.png`
    if (existsSync(picture)) await writeSmall(picture, `${shown}/${name}.webp`)
    else console.log(`${name} is not in ${made} and stays as it was`)
  }
}

/**
 * A page longer than a phone's screen is cut where the screen ends: side by side in a document it would be a thread.
 */
async function writeSmall(from: string, to: string): Promise<void> {
  const { width, height } = await sharp(from).metadata()
  const screen = { left: 0, top: 0, width, height: Math.min(height, Math.round(width * 2.165)) }
  await sharp(from).extract(screen).resize({ width: 1024, height: 1040, fit: 'inside' }).webp().toFile(to)
}
