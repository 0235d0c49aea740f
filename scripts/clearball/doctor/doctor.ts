// Looks at everything that a start needs and everything that could bite later, and says what to do. It changes nothing.
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { openHosts } from '#server/db/hosts'
import { type Config, readConfig } from '#server/world/config'
import { addressesOf } from '#server/world/database-addresses'
import type { Command } from '../command.ts'
import { databaseUrls } from '../with-house.ts'
import { type Check, type Patient, type Result, fail, ok, runCheck } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { houseChecks } from './house-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { beaconChecks, outsideChecks } from './outside-checks.ts'

/** What is missing for real money need not keep the other checks from running. */
function readPatient(): { config: Config | null; problems: readonly string[] } {
  const read = readConfig(process.env, [])
  if ('config' in read) return { config: read.config, problems: [] }
  const asDemo = readConfig({ ...process.env, MODE: 'demo', SEED_DEMO: 'off' }, [])
  return { config: 'config' in asDemo ? { ...asDemo.config, mode: 'real' } : null, problems: read.problems }
}

const withinMs = { connectionTimeoutMillis: 8_000, query_timeout: 6_000, statement_timeout: 6_000 }

function openPool(url: string): Pool {
  const { Client } = openHosts(url)
  const pool = new Pool({ connectionString: addressesOf(url)[0]!, ...(Client && { Client }), ...withinMs, max: 3 })
  return pool.on('error', () => {})
}

async function examine(config: Config, envFile: string | null): Promise<Result[]> {
  const urls = await databaseUrls(config).catch((error: unknown) => ({ error }))
  const pools = 'error' in urls ? null : { owner: openPool(urls.ownerUrl), app: openPool(urls.url) }
  const open = async (as: 'owner' | 'app'): Promise<Pool> => {
    if (!pools) throw (urls as { error: unknown }).error
    return pools[as]
  }
  const patient: Patient = { config, envFile, owner: () => open('owner'), app: () => open('app') }
  const within: Check[] = [...machineChecks, ...databaseChecks, ...houseChecks('error' in urls ? '' : urls.url)]
  const outside: Check[] = [...beaconChecks(config), ...outsideChecks]
  const examined = (checks: readonly Check[]) => Promise.all(checks.map((check) => runCheck(check, patient)))
  try {
    // One after the other: names that cannot be looked up keep the threads busy that read files, too.
    return [...(await examined(within)), ...(await examined(outside))]
  } finally {
    await Promise.all([pools?.owner.end(), pools?.app.end()])
  }
}

const line = ({ state, name, found, todo }: Result, width: number) =>
  `${state.padEnd(4)}  ${name.padEnd(width)}  ${found}${todo ? `\n${' '.repeat(width + 8)}→ ${todo}` : ''}`

async function doctor(args: string[], { envFile }: { readonly envFile: string | null }): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
  const { config, problems } = readPatient()
  const settings: Result = {
    name: 'settings',
    ...(problems.length > 0
      ? fail(problems.join('; '), 'Set them; docs/operating.md lists all.')
      : ok(`complete for MODE=${config!.mode}`)),
  }
  const results = [settings, ...(config ? await examine(config, envFile) : [])]
  const failed = results.filter(({ state }) => state === 'FAIL').length
  if (values.json) console.log(JSON.stringify({ ok: failed === 0, checks: results }, null, 2))
  else {
    const width = Math.max(...results.map(({ name }) => name.length))
    for (const result of results) console.log(line(result, width))
    const warned = results.filter(({ state }) => state === 'warn').length
    console.log(`\n${results.length} checks: ${failed} failed, ${warned} warnings.`)
  }
  // A look-up that nobody waits for any more would keep the process for half a minute.
  setTimeout(() => process.exit(), 500).unref()
  return failed === 0 ? 0 : 1
}

export const command: Command = {
  usage: 'doctor [--json]',
  summary: 'check everything that a start needs and everything that could bite later',
  run: doctor,
}
