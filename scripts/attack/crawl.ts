import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding, Severity } from './finding.ts'
import { run } from './tools.ts'

type Site = { readonly url: string; readonly name: string; readonly out: string; readonly isQuick: boolean }

type WapitiReport = {
  readonly vulnerabilities: Readonly<Record<string, readonly Reported[]>>
  readonly anomalies: Readonly<Record<string, readonly Reported[]>>
}
type Reported = { readonly method: string; readonly path: string; readonly info: string; readonly level?: number }

/** Those of wapiti's modules that ask nobody but the house. */
const modules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss,xxe'

/** Wapiti's levels, from 1. */
const levels: readonly Severity[] = ['low', 'low', 'medium', 'high', 'high']

/** Looks for what a scanner of web sites knows: injected scripts, files, commands, redirects, missing headers. */
export async function scanSite({ url, name, out, isQuick }: Site, starts: readonly string[]): Promise<Finding[]> {
  const report = join(out, `wapiti-${name}.json`)
  await rm(report, { force: true })
  const pages = (isQuick ? starts.slice(0, 12) : starts).flatMap((path) => ['-s', url + path])
  const time = ['--max-scan-time', isQuick ? '60' : '600', '--max-attack-time', isQuick ? '10' : '120']
  await run(
    'wapiti',
    [
      '-u',
      `${url}/`,
      ...pages,
      '-m',
      modules,
      '-f',
      'json',
      '-o',
      report,
      '--flush-session',
      '--no-bugreport',
      '-v',
      '0',
      ...time,
    ],
    isQuick ? 600_000 : 3_600_000,
  )
  const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8')) as WapitiReport
  return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, all]) =>
    all.map(({ method, path, info, level }) => ({
      tool: 'wapiti',
      severity: levels[(level ?? 1) - 1] ?? ('medium' as const),
      where: `${name} ${method} ${path}`,
      what: `${kind}: ${info}`,
    })),
  )
}

type FfufReport = { readonly results: readonly { input: { FUZZ: string }; status: number; length: number }[] }

/** Looks for files and addresses that nothing links to. What answers like any unknown address is not one. */
export async function guessPaths(
  { url, name, out, isQuick }: Site,
  isKnown: (path: string) => boolean,
): Promise<Finding[]> {
  const report = join(out, `ffuf-${name}.json`)
  await rm(report, { force: true })
  const list = isQuick ? '/usr/share/dirb/wordlists/small.txt' : '/usr/share/dirb/wordlists/big.txt'
  const args = ['-u', `${url}/FUZZ`, '-w', list, '-e', '.json,.bak,.sql,.env,.git', '-ac', '-mc', 'all', '-fc', '404']
  await run('ffuf', [...args, '-t', '20', '-of', 'json', '-o', report, '-s'], 900_000)
  const { results } = JSON.parse(await readFile(report, 'utf8')) as FfufReport
  return results
    .filter(({ input }) => !isKnown(`/${input.FUZZ}`))
    .map(({ input, status, length }) => ({
      tool: 'ffuf',
      severity: status < 400 || status >= 500 ? ('medium' as const) : ('info' as const),
      where: `${name} /${input.FUZZ}`,
      what: `answers ${status} with ${length} bytes`,
    }))
}

/** What the answers tell about the programs behind them. */
export async function recognise({ url, name }: Site): Promise<Finding[]> {
  const { output } = await run('whatweb', ['--color=never', '--no-errors', '-a', '3', `${url}/`], 60_000)
  const told = [...output.matchAll(/(X-Powered-By|HTTPServer|Fastify|Express|Node\.js)\[([^\]]*)\]/g)]
  return told.map(([, what, value]) => ({
    tool: 'whatweb',
    severity: 'low' as const,
    where: name,
    what: `${what} says ${value}`,
  }))
}
