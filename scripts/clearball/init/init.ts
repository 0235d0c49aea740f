// Makes a new house: keys, environment file, roles, database, schema, and links for the first two operators. Each step looks at what is
// there, so a run that was interrupted is finished by running it again.
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#server/db/migrate'
import { settingNames } from '#server/world/config'
import { StartProblem } from '#server/world/start-problem'
import { type Ask, openAsk } from '../ask.ts'
import { type Command, Problem } from '../command.ts'
import { type Settings, createEnvFile, readEnvFile } from '../env-file.ts'
import { localAdministrator, serverAddress } from './administrator.ts'
import { type Link, type Person, firstRoles, invitedBefore, makeLinks, readPerson } from './first-operators.ts'
import { makePlace, placeOf, placeProblem } from './roles.ts'
import { collect, keyNames, questions, withKeys } from './settings.ts'

const optionOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  const named = Object.fromEntries(questions.map(({ name }) => [optionOf(name), text]))
  const { values } = parseArgs({
    args,
    options: {
      ...named,
      yes: { type: 'boolean' },
      administrator: text,
      database: text,
      first: text,
      second: text,
      set: { type: 'string', multiple: true },
    },
  })
  const settings: Record<string, string> = {}
  for (const { name } of questions) {
    const value = (values as Record<string, unknown>)[optionOf(name)]
    if (typeof value === 'string') settings[name] = value
  }
  for (const pair of values.set ?? []) {
    const [, name = '', value = ''] = /^([A-Z0-9_]+)=(.*)$/s.exec(pair) ?? []
    if (!settingNames.includes(name))
      throw new Problem(`--set ${pair.split('=')[0]} is not a setting: write --set NAME=VALUE.`)
    settings[name] = value
  }
  return { ...values, settings }
}

type Options = ReturnType<typeof readOptions>

async function init(args: string[], { envFile }: { readonly envFile: string | null }): Promise<number> {
  const options = readOptions(args)
  const file = resolve(envFile ?? 'clearball.env')
  const ask = options.yes ? null : openAsk()
  try {
    const administrator = options.administrator ?? process.env.ADMINISTRATOR_URL ?? localAdministrator
    const settings = (await continued(file, options)) ?? (await begun(file, { options, ask, administrator }))
    await makeHouse(settings, administrator)
    const links = await makeLinks(settings.DATABASE_OWNER_URL!, await firstPeople(settings, { options, ask }))
    console.log(words(links, { settings, file }))
    return 0
  } catch (error) {
    throw error instanceof StartProblem ? new Problem(error.message) : error
  } finally {
    ask?.close()
  }
}

const heading = 'Written by clearball init.'

/** The settings of a run that was interrupted: nothing is made twice. */
async function continued(file: string, { settings }: Options): Promise<Settings | null> {
  const found = await readEnvFile(file)
  if (!found) return null
  if (!found.DATABASE_OWNER_URL || !found.PASSWORD_PEPPER)
    throw new Problem(`${file} exists and was not written by clearball init; name another file with --env.`)
  const other = Object.entries(settings).find(([name, value]) => found[name] !== value)
  if (other) throw new Problem(`${file} exists and has another ${other[0]}: change it there, or leave the option out.`)
  console.log(`${file} exists: its keys and log-ins are used.`)
  return found
}

type Beginning = { readonly options: Options; readonly ask: Ask | null; readonly administrator: string }

async function begun(file: string, { options, ask, administrator }: Beginning): Promise<Settings> {
  const place = placeOf(options.database ?? 'clearball')
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(place.database))
    throw new Problem('--database must be a name of small letters, digits and _.')
  // Before anything is asked: whoever forgot an address should learn it first.
  const problem = await placeProblem(administrator, place)
  if (problem) throw new Problem(problem)
  for (const person of [options.first, options.second]) if (person !== undefined) readPerson(person)
  const settings = withKeys(await collect(options.settings, ask), place, await serverAddress(administrator))
  await mkdir(dirname(file), { recursive: true })
  await createEnvFile(file, settings, { heading, day: new Date().toISOString().slice(0, 10), keys: keyNames })
  console.log(`${file}: written, with new keys; only you can read it. Keep a copy elsewhere.`)
  return settings
}

async function makeHouse(settings: Settings, administrator: string): Promise<void> {
  const { DATABASE_URL: serverUrl = '', DATABASE_OWNER_URL: ownerUrl = '', MODE } = settings
  const place = placeOf(decodeURIComponent(new URL(ownerUrl).pathname.slice(1)))
  for (const line of await makePlace(administrator, { place, ownerUrl, serverUrl })) console.log(line)
  const { applied } = await migrate(ownerUrl, MODE === 'demo' ? 'demo' : 'real')
  console.log(applied.length > 0 ? `schema: ${applied.length} files applied` : 'schema: there already')
}

type Asked = { readonly options: Options; readonly ask: Ask | null }

async function firstPeople({ DATABASE_OWNER_URL, DATABASE_URL }: Settings, { options, ask }: Asked) {
  const { invited, joined } = await invitedBefore(DATABASE_OWNER_URL!)
  if (joined.length >= 2)
    throw new Problem(
      `The house in ${new URL(DATABASE_URL!).pathname.slice(1)} has operators (${joined.slice(0, 6).join(', ')}); they invite others on the console’s page of operators, or with clearball operators invite.`,
    )
  const people: Partial<Record<(typeof firstRoles)[number], Person>> = {}
  for (const [at, role] of firstRoles.entries()) {
    const before = invited.find((each) => each.role === role)
    const said = at === 0 ? options.first : options.second
    if (!said && before) people[role] = before
    else people[role] = readPerson(said ?? (await ask?.(`Operator with the role ${role}, Name <address>`)) ?? '')
  }
  const { admin, finance } = people
  if (!admin || !finance || admin.account === finance.account || admin.email === finance.email)
    throw new Problem('The first two operators must be two people, with an address each.')
  return { admin, finance }
}

function words(links: readonly Link[], { settings, file }: { settings: Settings; file: string }): string {
  const site = settings.CONSOLE_URL ?? `http://localhost:${settings.CONSOLE_PORT ?? 3001}`
  const rows = links.map(
    ({ role, account, token }) => `  ${role.padEnd(8)} ${account.padEnd(16)} ${site}/join#${token}`,
  )
  return [
    '',
    `Give each of them their own link, and nobody else. It works once, until ${links[0]?.until.toISOString().slice(0, 16)} UTC:`,
    ...rows,
    '',
    `Next:  npx clearball --env ${file} doctor`,
    `       npm start -- --env ${file}`,
  ].join('\n')
}

export const command: Command = {
  usage: 'init [--yes] [--administrator URL] [--database NAME] [--first PERSON] [--second PERSON] [--set NAME=VALUE]…',
  summary: 'make a new house: keys, environment file, database, the first two operators',
  makesEnvFile: true,
  run: init,
}
