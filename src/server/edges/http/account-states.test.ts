import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPlayerStatus } from '#contract/console/players'
import { signIn } from '#contract/people/accounts'
import { beginExclusion } from '#contract/people/protection'
import type { playerApi } from '#contract/api'
import { effectsOf } from '../../testing/attack/judge.ts'
import { calls, isConsoleCall, sampleOf } from '../../testing/attack/samples.ts'
import { requestOf, send } from '../../testing/attack/send-call.ts'
import { type Stage, openStage } from '../../testing/attack/stage.ts'
import { type Watch, watchChanges } from '../../testing/attack/watch-changes.ts'
import { type Player, testPassword } from '../../testing/person.ts'

/**
 * What a player in each state may do, written by hand from docs/operating.md and not from the code or the contract. What is not listed
 * for a state is open to it: a new call is open to everybody until somebody writes here that it is not, and a call that begins to
 * refuse a state has to be written here.
 */

type Call = keyof typeof playerApi

/** States in which somebody is logged in. */
const states = ['normal', 'frozen', 'restricted', 'staff', 'time-out', 'excluded'] as const
type State = (typeof states)[number]

/** Who changes who they are. */
const profile = [
  'accounts.edit-profile',
  'accounts.ask-change',
  'accounts.confirm-change',
  'accounts.close',
  'certification.apply',
] as const satisfies readonly Call[]
const play = ['bets.place', 'repeatOrders.place'] as const satisfies readonly Call[]

const closedTo: Readonly<Record<State, { readonly code: string | null; readonly calls: readonly Call[] }>> = {
  normal: { code: null, calls: [] },
  // Withdrawing, what it needs, and writing to customer service stay open: to refuse them would be keeping the money.
  frozen: { code: 'account_frozen', calls: [...play, 'deposits.request', ...profile] },
  restricted: { code: 'account_restricted', calls: [...play, 'deposits.request'] },
  staff: { code: 'account_staff', calls: play },
  'time-out': { code: 'player_excluded', calls: [...play, 'deposits.request', 'exclusions.return'] },
  excluded: { code: 'player_excluded', calls: [...play, 'deposits.request', 'exclusions.return'] },
}

/** Refusals that are about the state of whoever calls. */
const aboutState = /^(account_(abnormal|frozen|restricted|staff)|player_excluded|not_signed_in|session_broken)$/

let stage: Stage
let watch: Watch
beforeAll(async () => {
  stage = await openStage()
  watch = await watchChanges(stage.house)
})
afterAll(async () => {
  await watch.close()
  await stage.house.close()
})

async function playerIn(state: State | 'abnormal' | 'closed'): Promise<Player> {
  const { house, operators } = stage
  // An account with money in it cannot be closed.
  const player = await house.player({ certified: true, ...(state !== 'closed' && { balance: '100.00' }) })
  const reason = 'something has to be cleared up'
  if (state === 'time-out') await player.call(beginExclusion, { span: 'day' })
  else if (state === 'excluded') await player.call(beginExclusion, { span: 'year' })
  else if (state !== 'normal') await operators.risk.call(setPlayerStatus, { id: player.id, status: state, reason })
  if (state === 'frozen') await player.signIn(player.account, testPassword)
  return player
}

/** They log the player out or change the state, so each of them has a player of its own. */
const changing: readonly string[] = [
  'accounts.sign-out',
  'accounts.close',
  'sessions.end-one',
  'sessions.end-others',
  'exclusions.begin',
]

const ofPlayers = calls.filter(([name, call]) => !isConsoleCall(name) && (call.who === 'player' || call.knowsPlayers))

describe.each(states)('a player whose state is %s', (state) => {
  let player: Player
  beforeAll(async () => {
    player = await playerIn(state)
  })

  test.each(ofPlayers)('%s', async (name, call) => {
    const { code, calls: closedCalls } = closedTo[state]
    const expected = closedCalls.includes(name as Call) ? code : null
    const visitor = changing.includes(name) ? await playerIn(state) : player
    await watch.since()
    const answer = await send(visitor, requestOf(call, sampleOf(name, stage.own, stage)))
    expect(aboutState.test(answer.code ?? '') ? answer.code : null, answer.text).toBe(expected)
    if (expected) expect(effectsOf(await watch.since(), answer.code)).toEqual([])
  })
})

describe.each(['abnormal', 'closed'] as const)('a player whose state is %s', (state) => {
  test('is logged out of everything that asks who calls', async () => {
    const player = await playerIn(state)
    for (const [name, call] of ofPlayers.filter(([, each]) => each.who === 'player')) {
      await watch.since()
      const { code } = await send(player, requestOf(call, sampleOf(name, stage.own, stage)))
      expect([name, code, effectsOf(await watch.since(), code)]).toEqual([name, 'session_broken', []])
    }
  })
})

test.each([
  ...states.map((state) => [state, null] as const),
  ['abnormal', 'account_abnormal'] as const,
  ['closed', 'account_abnormal'] as const,
])('logging in while the state is %s is answered with %s', async (state, code) => {
  const player = await playerIn(state)
  const { account } = player
  const answer = await send(player, requestOf(signIn, { account, password: testPassword }))
  expect(answer.code).toBe(code)
})
