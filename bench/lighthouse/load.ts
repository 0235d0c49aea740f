import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Audit = {
  readonly id: string
  readonly title: string
  readonly score: number | null
  readonly numericValue?: number
}

/** What is read of Lighthouse's report. */
export type LighthouseReport = {
  readonly audits: Readonly<Record<string, Audit>>
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >
}

type Throttling = { readonly rttMs: number; readonly throughputKbps: number; readonly cpuSlowdownMultiplier: number }
type Options = {
  readonly port: number
  readonly onlyCategories: readonly string[]
  readonly logLevel: 'error'
  readonly throttling?: Throttling
}
type Lighthouse = (url: string, options: Options) => Promise<{ readonly lhr: LighthouseReport } | undefined>

/**
 * Installs Lighthouse where it is not yet, or was installed from another lock file than the one beside this: it is a third of what an install of everything would
 * unpack, and only one benchmark needs it.
 */
export async function loadLighthouse(): Promise<Lighthouse> {
  const folder = new URL('../../.cache/lighthouse/', import.meta.url)
  const entry = new URL('node_modules/lighthouse/core/index.js', folder)
  const lock = readFileSync(new URL('package-lock.json', import.meta.url), 'utf8')
  const installed = new URL('node_modules/.installed-from', folder)
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
    mkdirSync(folder, { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(new URL(file, import.meta.url), new URL(file, folder))
    const { status } = spawnSync('npm', ['ci'], { cwd: fileURLToPath(folder), stdio: 'inherit' })
    if (status !== 0) throw new Error('Lighthouse cannot be installed')
    writeFileSync(installed, lock)
  }
  const { default: lighthouse } = (await import(entry.href)) as { default: Lighthouse }
  return lighthouse
}
