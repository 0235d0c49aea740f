import type { OperatorRole } from '#contract/ops'
import { refusalSentence } from '#contract/texts'
import { transaction } from '#server/db/database'
import { confirmedFactors } from '#server/features/factors/confirmed'
import { isProven } from '#server/features/factors/prove'
import { codesClosedFor, openTicket, payTry, takeTicket } from '#server/features/factors/tickets'
import type { From } from '#server/services/calls/caller'
import { tryPassword } from '#server/services/guard/sign-in'
import { Refusal } from '#server/world/refusal'
import { texts } from '#server/world/texts'
import type { Ask } from '../ask.ts'
import { Problem } from '../command.ts'
import type { House } from '../with-house.ts'

/** An operator who gave the password and a second factor at the terminal. */
export type Proven = { readonly operatorId: string; readonly account: string; readonly role: OperatorRole }

/** Where what is done here comes from; links lead to the console. */
export const fromTerminal = ({ config }: House): From => ({
  address: 'terminal',
  agent: 'clearball',
  language: 'en',
  device: null,
  visitor: null,
  origin: config.consoleUrl ?? `http://localhost:${config.consolePort}`,
})

/** An id that nobody has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Guesses are counted in the database, as those at the console are. */
export async function proveOperator(house: House, ask: Ask): Promise<Proven> {
  const given = { account: await ask('  account:'), password: await ask.hidden('  password:') }
  const operator = await house.db.query
    .selectFrom('operator')
    .select(['id', 'account', 'role', 'login_hash'])
    .where('account', '=', given.account.toLowerCase())
    .where('left_at', 'is', null)
    .executeTakeFirst()
  const code = await ask('  code of the authenticator app, or a recovery code:')
  const guard = { ...house, nowMs: house.clock.nowMs() }
  const subjects = [{ kind: 'console-device', name: `${operator?.id ?? nobody}:again` }] as const
  const stored = operator?.login_hash ?? null
  const isRight = await tryPassword(guard, subjects, { password: given.password, stored })
  if (!operator || !isRight) throw new Refusal('login_password_wrong')
  await proveFactor(house, operator.id, code)
  return { operatorId: operator.id, account: operator.account, role: operator.role as OperatorRole }
}

async function proveFactor(house: House, operatorId: string, code: string): Promise<void> {
  const { db, random, config } = house
  const nowMs = house.clock.nowMs()
  const person = { kind: 'operator', id: operatorId } as const
  if ((await confirmedFactors(db.query, person)).length === 0)
    throw new Problem('This operator has no second factor yet: log in to the console first.')
  const from = fromTerminal(house)
  const at = { purpose: 'change', nowMs } as const
  const { ticket: token } = await transaction(db, random, (tx) => openTicket(tx, person, { ...at, random, from }))
  const ticket = await payTry(db, token, at)
  const plain = code.replaceAll(/\s/g, '')
  const proof = /^\d{6}$/.test(plain)
    ? ({ way: 'totp', code: plain } as const)
    : ({ way: 'recovery', code: plain } as const)
  const seconds = proof.way === 'totp' ? await codesClosedFor(db.query, person, nowMs) : null
  if (seconds !== null) throw new Refusal('too_many_requests', { seconds: String(seconds) })
  await transaction(db, random, async (tx) => {
    const isTaken = ticket !== null && (await takeTicket(tx, ticket, nowMs))
    if (!isTaken || !(await isProven(tx, ticket, { proof, nowMs, from, config })))
      throw new Refusal('second_factor_wrong')
  })
}

/** A refusal in words. */
export function inWords(error: unknown): unknown {
  return error instanceof Refusal ? new Problem(refusalSentence(texts.en, error.code, error.facts)) : error
}
