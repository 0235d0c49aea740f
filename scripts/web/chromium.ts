// Finds a Chromium for the browser journeys, or fetches one. As a script it prints the path.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The shell without windows first: it starts in a fifth of the time and draws the same pages. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]

/** The first of: the one named by CHROMIUM_PATH, Playwright's own, the system's. Null when there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/Applications/Google Chrome.app/Contents/MacOS']
  for (const name of [...names, 'Google Chrome']) {
    const folder = folders.find((each) => existsSync(join(each, name)))
    if (folder) return join(folder, name)
  }
  return null
}

/** Finds one, or tries Playwright's download, then Debian's package with fonts for all our languages. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium found; fetching one.')
  const command = join(createRequire(import.meta.url).resolve('@playwright/test/package.json'), '../cli.js')
  spawnSync(process.execPath, [command, 'install', 'chromium'], { stdio: 'ignore', timeout: 240_000 })
  if (!findChromium() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update', '-qq'], options)
    // Older releases have the shell only as a part of the whole browser.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!findChromium())
        spawnSync('apt-get', ['install', '-y', '-qq', name, 'fonts-noto-cjk', 'fonts-noto-core'], options)
  }
  const fetched = findChromium()
  if (!fetched)
    throw new Error('There is no Chromium and none could be fetched: install one and name it in CHROMIUM_PATH.')
  return fetched
}

if (import.meta.main) console.log(ensureChromium())
