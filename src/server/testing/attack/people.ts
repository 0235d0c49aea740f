import { signInOperator } from '#contract/ops'
import { setPlayerStatus } from '#contract/console/players'
import type { Capability } from '#contract/console/capabilities'
import { closeAccount } from '#contract/people/profile'
import { beginExclusion } from '#contract/people/protection'
import { type Endpoint, refusalsOf } from '#contract/endpoint'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import type { RefusalCode } from '#contract/refusals'
import { can, rolesWith } from '../../services/calls/capabilities.ts'
import { type Visitor, openVisitor, testPassword } from '../person.ts'
import type { Stage } from './stage.ts'

type App = 'player' | 'console'

/** Somebody who calls, at the address of an app, and why the app must turn them away; null where it must let them in. */
export type Caller = {
  readonly name: string
  readonly app: App
  readonly visitor: Pick<Visitor, 'fetch'>
  turnedAway(call: Endpoint): RefusalCode | null
}

/** Refusals that are about who calls. */
export const closedDoors: readonly string[] = [
  'not_signed_in',
  'session_broken',
  'not_allowed',
  'second_factor_required',
  'confirm_again',
]

const unlessOpen = (code: RefusalCode) => (call: Endpoint) => (call.who === 'anyone' ? null : code)

/** A browser at this address that sends these cookies and takes no new ones. */
function holding(url: string, cookies: ReadonlyMap<string, string>): Pick<Visitor, 'fetch'> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  return { fetch: (path, init) => fetch(url + path, { ...init, headers: { ...(init?.headers as object), cookie } }) }
}

/** The same token under the other app's cookie name. */
const renamed = (cookies: ReadonlyMap<string, string>, from: string, to: string) =>
  new Map([[to, cookies.get(from)!]]) as ReadonlyMap<string, string>

/** Every kind of caller, at both addresses. */
export async function everyCaller(stage: Stage): Promise<Caller[]> {
  return [...(await atPlayersAddress(stage)), ...(await atConsole(stage))]
}

async function atPlayersAddress({ house, owner, operators }: Stage): Promise<Caller[]> {
  const app = 'player'
  const url = house.playerUrl
  const frozen = await house.player({ certified: true, balance: '100.00' })
  const beforeFreezing = new Map(frozen.cookies)
  const freeze = { id: frozen.id, status: 'frozen', reason: 'a stolen phone' } as const
  await operators.risk.call(setPlayerStatus, freeze)
  await frozen.signIn(frozen.account, testPassword)
  const excluded = await house.player({ certified: true, balance: '100.00' })
  await excluded.call(beginExclusion, { span: 'day' })
  const closed = await house.player()
  const beforeClosing = new Map(closed.cookies)
  await closed.call(closeAccount, { password: testPassword })
  const borrowed = operatorRoles.map((role): Caller => {
    const cookies = renamed(operators[role].cookies, 'clearball-console', 'clearball')
    return {
      name: `the token of ${role}`,
      app,
      visitor: holding(url, cookies),
      turnedAway: unlessOpen('session_broken'),
    }
  })
  return [
    { name: 'a visitor', app, visitor: house.visitor(), turnedAway: unlessOpen('not_signed_in') },
    { name: 'an unknown token', app, visitor: holding(url, unknownToken), turnedAway: unlessOpen('session_broken') },
    {
      name: 'the console’s cookie',
      app,
      visitor: holding(url, operators.admin.cookies),
      turnedAway: unlessOpen('not_signed_in'),
    },
    {
      name: 'a session from before a freeze',
      app,
      visitor: holding(url, beforeFreezing),
      turnedAway: unlessOpen('session_broken'),
    },
    {
      name: 'a session of a closed account',
      app,
      visitor: holding(url, beforeClosing),
      turnedAway: unlessOpen('session_broken'),
    },
    ...borrowed,
    { name: 'a frozen player', app, visitor: frozen, turnedAway: barred('account_frozen') },
    { name: 'an excluded player', app, visitor: excluded, turnedAway: barred('player_excluded') },
    { name: 'a player', app, visitor: owner, turnedAway: () => null },
  ]
}

const unknownToken = new Map([['clearball', 'a'.repeat(43)]])

/** A frozen player may still log in and ask for what is theirs. */
const openToFrozen = ['/session', '/wallets', '/withdrawals']

/** Whatever declares that it refuses such a player must refuse them. Returning is for those whose time is over. */
const barred = (code: 'account_frozen' | 'player_excluded') => (call: Endpoint) =>
  refusalsOf(call).includes(code) && !(code === 'account_frozen' && openToFrozen.includes(call.path)) ? code : null

async function atConsole({ house, owner, operators }: Stage): Promise<Caller[]> {
  const app = 'console'
  const url = house.consoleUrl
  const enrolling = await enrollingOperator({ house }, 'admin')
  const byRole = operatorRoles.map((role): Caller => ({
    name: role,
    app,
    visitor: operators[role],
    turnedAway: (call) => (call.can && !can(role, call.can) ? 'not_allowed' : null),
  }))
  const borrowed = renamed(owner.cookies, 'clearball', 'clearball-console')
  return [
    { name: 'a visitor', app, visitor: openVisitor(url), turnedAway: unlessOpen('not_signed_in') },
    { name: 'a player’s cookie', app, visitor: holding(url, owner.cookies), turnedAway: unlessOpen('not_signed_in') },
    { name: 'a player’s token', app, visitor: holding(url, borrowed), turnedAway: unlessOpen('session_broken') },
    {
      name: 'an operator without a second factor',
      app,
      visitor: enrolling,
      turnedAway: (call) => (call.who === 'anyone' || call.whileEnrolling ? null : 'second_factor_required'),
    },
    ...byRole,
  ]
}

/** A role that may make a call which asks for this capability, or for none. */
export function firstRoleWith(capability: string | null): OperatorRole {
  return capability === null ? 'admin' : rolesWith(capability as Capability)[0]!
}

/** An operator who gave the right password and has no second factor yet. */
async function enrollingOperator({ house }: Pick<Stage, 'house'>, role: OperatorRole): Promise<Visitor> {
  const { app } = house
  const { login_hash, created_at } = await app.db.query
    .selectFrom('operator')
    .select(['login_hash', 'created_at'])
    .where('account', '=', role)
    .executeTakeFirstOrThrow()
  const account = `new-${role}-${app.random.uuid().slice(0, 8)}`
  const row = { id: app.random.uuid(), account, name: account, role, login_hash, created_at }
  await app.db.query.insertInto('operator').values(row).execute()
  const visitor = openVisitor(house.consoleUrl)
  await visitor.call(signInOperator, { account, password: testPassword })
  return visitor
}
