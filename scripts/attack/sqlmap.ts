import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from './calls.ts'
import type { Finding } from './finding.ts'
import { forEach, run } from './tools.ts'

type Attack = {
  readonly url: string
  readonly calls: readonly Request[]
  readonly isQuick: boolean
  readonly progress: (text: string) => void
}

/** Starting the tool takes longer than one request of a quick run, so it gets several at once. */
const atOnce = 12

/** Tries to put SQL into every parameter of every call: path, query and body. */
export async function injectSql({ url, calls, isQuick, progress }: Attack) {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-sqlmap-'))
  const findings: Finding[] = []
  let [done, parameters] = [0, 0]
  const ways = calls.flatMap(waysOf)
  const batches = Array.from({ length: Math.ceil(ways.length / atOnce) }, (_, at) =>
    ways.slice(at * atOnce, (at + 1) * atOnce),
  )
  await forEach(batches, 2, async (batch) => {
    const name = join(folder, `batch-${batches.indexOf(batch)}`)
    const requests = batch.map((way) => written(way, new URL(url).host))
    await writeFile(name, `${edge}\n${requests.join(`\n${edge}\n\n${edge}\n`)}\n${edge}\n`)
    // `--smart` goes on only where a first look finds something; the whole run tries every technique on each parameter.
    const depth = isQuick
      ? ['--smart', '--technique=BE']
      : ['--risk=2', '--technique=BEUST', '--time-sec=2', ...columns]
    const patience = ['--timeout=10', '--retries=0', '--output-dir', `${name}-output`]
    const { output, status } = await run(
      'sqlmap',
      ['-l', name, ...unattended, ...depth, ...patience],
      isQuick ? 300_000 : 1_800_000,
    )
    if (status === null) {
      const paths = batch.map(({ method, path }) => `${method} ${path}`).join(', ')
      findings.push({
        tool: 'sqlmap',
        severity: 'high',
        where: paths,
        what: 'took too long, and was ended before its end',
      })
    }
    done += batch.length
    parameters += output.match(/testing if .*? parameter '[^']+' is dynamic/g)?.length ?? 0
    for (const [, where, what] of output.matchAll(
      /sqlmap identified the following injection point.*?---\s+(Parameter: [^\n]+)\n([^\n]+)/gs,
    ))
      findings.push({ tool: 'sqlmap', severity: 'high', where: where!, what: what!.trim() })
    progress(`sqlmap: ${done} of ${ways.length} requests, ${parameters} parameters`)
  })
  await rm(folder, { recursive: true, force: true })
  // A tool that tried nothing has shown nothing.
  if (parameters < ways.length)
    findings.push({ tool: 'sqlmap', severity: 'high', where: url, what: `tried only ${parameters} parameters` })
  return { findings, parameters }
}

/** Asks nobody anything, knows the database, and takes every answer for one, refusals too. */
const unattended = [
  '--batch',
  '--ignore-stdin',
  '--disable-coloring',
  '--dbms=PostgreSQL',
  '--ignore-code=*',
  '--level=1',
]

/** Where an answer depends on how long a parameter is, it would go on to hundreds of columns, for half an hour. */
const columns = ['--union-cols=1-20']

/** What stands between two requests in the file that sqlmap reads. */
const edge = '='.repeat(54)

/** A request with query or body, and the same with the identifier in its path marked. */
function waysOf(call: Request): Request[] {
  const hasFields = Object.keys(call.query).length > 0 || Object.keys(call.body ?? {}).length > 0
  const marked = call.path.replace(/\/([^/]*[0-9a-f]{4}[^/]*)(\/|$)/i, '/$1*$2')
  const inPath = marked === call.path ? [] : [{ ...call, path: marked }]
  return [...(hasFields ? [call] : []), ...inPath]
}

/** As it goes over the wire; sqlmap reads it from a file. */
function written({ method, path, query, body }: Request, host: string): string {
  const search = new URLSearchParams(query).toString()
  const lines = [`${method} ${path}${search && `?${search}`} HTTP/1.1`, `Host: ${host}`, 'Accept-Language: en']
  if (!body) return `${lines.join('\n')}\n\n`
  return `${[...lines, 'Content-Type: application/json'].join('\n')}\n\n${JSON.stringify(body)}`
}
