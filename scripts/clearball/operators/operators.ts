// Who works here, and what two of them decide about a third. One person at a terminal cannot do it alone, whatever they know of the settings:
// each of the two gives their own password and second factor.
import { parseArgs } from 'node:util'
import { operatorRoles } from '#contract/ops'
import { allOperators } from '#server/features/operators/all-operators'
import { recoverOperatorHandler } from '#server/features/operators/recover-operator'
import { inviteOperatorHandler } from '#server/features/operators/invitations'
import { openAsk } from '../ask.ts'
import { type Command, Problem } from '../command.ts'
import { readPerson } from '../init/first-operators.ts'
import { type House, readSettings, withHouse } from '../with-house.ts'
import { byTwo } from './by-two.ts'
import { inWords } from './prove-operator.ts'

async function list({ db }: House): Promise<string> {
  const rows = await allOperators(db.query).orderBy('created_at').execute()
  const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '–'
  const table = [
    ['account', 'name', 'role', 'second factor', 'joined', 'last seen', 'left'],
    ...rows.map((row) => [
      row.account,
      row.name,
      row.role,
      row.has_factor ? 'yes' : 'NO',
      day(row.created_at),
      day(row.seen_at),
      day(row.left_at),
    ]),
  ]
  const widths = table[0]!.map((_, at) => Math.max(...table.map((line) => line[at]!.length)))
  return table
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

async function invite(house: House, [person = '', role = '']: string[], reason: string): Promise<string> {
  if (!(operatorRoles as readonly string[]).includes(role))
    throw new Problem(`clearball operators invite PERSON ROLE --reason WORDS; a role is ${operatorRoles.join(', ')}.`)
  const { operators } = await house.db.query
    .selectFrom('operator')
    .select((eb) => eb.fn.countAll<bigint>().as('operators'))
    .executeTakeFirstOrThrow()
  if (operators < 2n) throw new Problem('The first two operators come with clearball init; they invite the others.')
  const content = { ...readPerson(person), role }
  const said = await decide(house, {
    kind: 'operators.invite',
    subject: `operator:${content.account}`,
    content,
    handler: inviteOperatorHandler,
    input: { ...content, reason },
  })
  return `${said} The link goes to ${content.email} and to nobody else, as soon as a node runs.`
}

async function recover(house: House, [account = '']: string[], reason: string): Promise<string> {
  const operator = await house.db.query
    .selectFrom('operator')
    .select('id')
    .where('account', '=', account)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (!operator) throw new Problem(`There is no operator ${account}; clearball operators list shows them.`)
  const said = await decide(house, {
    kind: 'operators.recover',
    subject: `operator:${account}`,
    content: { operatorId: operator.id },
    handler: recoverOperatorHandler,
    input: { id: operator.id, reason },
  })
  return `${said} The next log-in of ${account}, with their own password, sets up a new second factor.`
}

async function decide(house: House, wanted: Parameters<typeof byTwo>[2]): Promise<string> {
  const ask = openAsk()
  try {
    return await byTwo(house, ask, wanted)
  } finally {
    ask.close()
  }
}

const steps = { list, invite, recover }

async function operators(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: { reason: { type: 'string' } }, allowPositionals: true })
  const [step = 'list', ...rest] = positionals
  if (!Object.hasOwn(steps, step)) throw new Problem(`Usage: clearball ${command.usage}`)
  if (step !== 'list' && !values.reason) throw new Problem('Say why: --reason "…", which the log of actions keeps.')
  const done = await withHouse(readSettings(), (house) =>
    steps[step as keyof typeof steps](house, rest, values.reason ?? ''),
  ).catch((error: unknown) => {
    throw inWords(error)
  })
  console.log(done)
  return 0
}

export const command: Command = {
  usage: 'operators [list | invite PERSON ROLE --reason WORDS | recover ACCOUNT --reason WORDS]',
  summary: 'who works here; with two of them, invite another or remove lost second factors',
  run: operators,
}
