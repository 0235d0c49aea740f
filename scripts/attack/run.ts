// npm run attack [-- supplies|sqlmap|crawl|guess|slow …] [--quick] [--install] [--record]: starts a house on this machine and
// attacks it with the tools that attackers use, one part after the other. What each finds is told in a table, judged and kept by
// itself, so that a part can be run again alone. Ends with 1 where something above low is neither mended nor explained
// (scripts/attack/explained.json). Without --quick it takes about an hour.
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { demo } from '#contract/people/demo'
import { describedCalls } from './calls.ts'
import { canariesIn, plantCanaries } from './canaries.ts'
import { guessPaths, recognise, scanSite } from './crawl.ts'
import { type Finding, isOpen, judge } from './finding.ts'
import { type Gate, openGate } from './gate.ts'
import { guessPasswords } from './guess.ts'
import { askSlowly } from './slow.ts'
import { injectSql } from './sqlmap.ts'
import { checkSupplies } from './supplies.ts'
import { type Target, openTarget } from './target.ts'
import { type Tool, endTools, missingTools, wayTo } from './tools.ts'
import { recordProof } from '../proof/record.ts'

type Part = {
  readonly tools: readonly Tool[]
  /** The settings of the house that it attacks; null where it needs none. */
  readonly settings: Readonly<Record<string, string>> | null
  attack(target: Target): Promise<Shown>
}
type Shown = { readonly findings: readonly Finding[]; readonly figures: Readonly<Record<string, string | number>> }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const isQuick = values.quick
const out = '.cache/attack'
const progress = (text: string) => void process.stderr.write(`${text}\n`)

const entrances = {
  player: { path: '/api/v1/demo/session', body: {} },
  console: { path: '/api/v1/console/demo/session', body: { role: 'admin' } },
}

type Way = { readonly name: keyof typeof entrances; readonly url: string; readonly direct: string; readonly gate: Gate }

/** Attacks both addresses through a gate that logs in, and counts what passes. */
async function throughGates(tool: string, target: Target, work: (way: Way) => Promise<Shown>): Promise<Shown> {
  const findings: Finding[] = []
  let figures: Shown['figures'] = {}
  let requests = 0
  for (const name of ['player', 'console'] as const) {
    const direct = name === 'player' ? target.playerUrl : target.consoleUrl
    const gate = await openGate(tool, direct, entrances[name])
    const shown = await work({ name, url: gate.url, direct, gate })
    findings.push(...shown.findings, ...gate.findings())
    figures = { ...figures, ...shown.figures }
    requests += gate.passed.length
    await gate.close()
  }
  return { findings, figures: { ...figures, requests } }
}

const sqlmap = (target: Target): Promise<Shown> =>
  throughGates('sqlmap', target, async ({ name, url, direct }) => {
    const calls = await describedCalls(direct)
    const { findings, parameters } = await injectSql({ url, calls, isQuick, progress })
    const figures = {
      [`calls of the ${name} address`]: calls.length,
      [`parameters of the ${name} address that sqlmap tried`]: parameters,
    }
    return { findings, figures }
  })

/** What is meant to be found: the app, its files, and what is public. */
const isMeant = (path: string) =>
  /^\/(api|assets|fair|games|healthz|account|my|pay|play|kefu|index\.html|robots\.txt|sitemap\.xml|favicon\.ico|\.well-known)\b/.test(
    path,
  )

const crawl = (target: Target): Promise<Shown> =>
  throughGates('crawling', target, async ({ name, url, direct, gate: { passed } }) => {
    const site = { url, name, out, isQuick }
    const starts = (await describedCalls(direct))
      .filter(({ method }) => method === 'GET')
      .map(({ path, query }) => `${path}?${new URLSearchParams(query).toString()}`)
    progress(`wapiti: the ${name} address`)
    const scanned = await scanSite(site, starts)
    progress(`ffuf: the ${name} address`)
    const guessed = await guessPaths(site, isMeant)
    progress(`whatweb: the ${name} address`)
    const recognised = await recognise(site)
    // Tools that asked for little have shown little.
    const few: Finding[] =
      passed.length < 1_000
        ? [{ tool: 'crawl', severity: 'high', where: name, what: `only ${passed.length} requests were made` }]
        : []
    return { findings: [...scanned, ...guessed, ...recognised, ...few], figures: {} }
  })

async function guess(target: Target): Promise<Shown> {
  const doors = [
    {
      name: 'log-in of players',
      url: target.playerUrl,
      path: '/api/v1/session',
      entrance: { path: '/api/v1/session', body: { account: demo.player.account, password: demo.player.password } },
      triesAnHour: 20,
      ...demo.player,
    },
    {
      name: 'log-in of operators',
      url: target.consoleUrl,
      path: '/api/v1/console/session',
      entrance: entrances.console,
      // Decision 040: 10 from one network, 60 from all of them; and the password alone opens nothing.
      triesAnHour: 60,
      account: 'admin',
      password: demo.operatorPassword,
    },
  ]
  const findings: Finding[] = []
  const figures: Record<string, string> = {}
  for (const door of doors) {
    progress(`hydra: ${door.name}`)
    const found = await guessPasswords(door, { out, guesses: isQuick ? 200 : 2_000 })
    findings.push(...found.findings)
    figures[`guesses at the ${door.name}, sent and evaluated`] = `${found.sent}, ${found.evaluated}`
  }
  return { findings, figures }
}

async function slow({ playerUrl, consoleUrl }: Target): Promise<Shown> {
  const findings: Finding[] = []
  const figures: Record<string, string> = {}
  for (const [name, url] of [
    ['player address', playerUrl],
    ['console', consoleUrl],
  ] as const) {
    const found = await askSlowly({ url, name, seconds: isQuick ? 12 : 60 }, progress)
    findings.push(...found.findings)
    figures[`slowest answer on the ${name} beside slow connections`] =
      `${Math.round(found.slowestMs)} ms, before them ${Math.round(found.calmMs)} ms`
  }
  return { findings, figures }
}

async function supplies(): Promise<Shown> {
  const { findings, components } = await checkSupplies(out)
  return { findings, figures: { 'components in the bill of materials': components } }
}

/** Tools that look at everything are not held back by the rate limits; those that test the limits meet them as they are. */
const unlimited = { RATE_LIMIT_FACTOR: '1000000' }
const parts = {
  supplies: { tools: [], settings: null, attack: supplies },
  sqlmap: { tools: ['sqlmap'], settings: unlimited, attack: sqlmap },
  crawl: { tools: ['wapiti', 'ffuf', 'dirb', 'whatweb'], settings: unlimited, attack: crawl },
  guess: { tools: ['hydra'], settings: {}, attack: guess },
  slow: { tools: ['slowhttptest'], settings: {}, attack: slow },
} as const satisfies Record<string, Part>
type Name = keyof typeof parts

const asked = (positionals.length > 0 ? positionals : Object.keys(parts)) as Name[]
if (asked.some((each) => !(each in parts))) {
  console.error(`Name one or more of: ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
const missing = await missingTools(
  asked.flatMap((name): readonly Tool[] => parts[name].tools),
  values,
)
if (missing.length > 0) {
  console.error(`Missing here: ${missing.join(', ')}. ${wayTo(missing)}`)
  process.exit(2)
}

/** The house that is attacked, so that whoever interrupts the attack ends it too. */
let running: Target | null = null
const end = () => {
  endTools()
  void Promise.resolve(running?.close()).finally(() => process.exit(130))
}
process.once('SIGINT', end).once('SIGTERM', end)

/** Attacks a new house with a part, and looks for the secrets that were planted in it in everything it logged. */
async function attackHouse(part: Part, settings: NonNullable<Part['settings']>): Promise<Shown> {
  const target = await openTarget(unlimited)
  running = target
  try {
    const canaries = await plantCanaries(target)
    if (settings !== unlimited) await target.restart(settings)
    const { findings, figures } = await part.attack(target)
    const log = await target.logged()
    const leaked = canariesIn(log, canaries)
    return {
      findings: [...findings, ...leaked],
      figures: {
        ...figures,
        'secrets planted, and found in the log': `${canaries.length}, ${leaked.length}`,
        'lines logged': log.split('\n').length,
      },
    }
  } finally {
    await target.close()
    running = null
  }
}

/** Runs a part, says what it found, and returns whether nothing of it is open. A part that fails has shown nothing. */
async function tried(name: Name): Promise<boolean> {
  const part: Part = parts[name]
  const failed = (error: unknown): Shown => ({
    findings: [{ tool: name, severity: 'high', where: 'the tool itself', what: String(error) }],
    figures: {},
  })
  const attack = part.settings === null ? supplies() : attackHouse(part, part.settings)
  const { findings, figures } = await attack.catch(failed)
  const judged = judge(findings)
  const open = judged.filter(isOpen)
  const file = `${out}/findings-${name}.json`
  await writeFile(file, JSON.stringify(judged, null, 2))
  console.table(
    judged.map(({ tool, severity, where, what, explained }) => ({
      tool,
      severity,
      where,
      what: what.slice(0, 90),
      explained: explained ?? '',
    })),
  )
  console.table(figures)
  console.log(`${name}: ${judged.length} findings, ${open.length} of them above low and open; all are in ${file}`)
  if (values.record)
    await recordProof({
      promise: 'attacked',
      command: `npm run attack -- ${name}${isQuick ? ' --quick' : ''}`,
      figures: { ...figures, findings: judged.length, 'above low and open': open.length },
      holds: open.length === 0,
    })
  return open.length === 0
}

await mkdir(out, { recursive: true })
process.exitCode = 0
for (const name of asked) if (!(await tried(name))) process.exitCode = 1
