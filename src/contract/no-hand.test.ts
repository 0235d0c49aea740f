import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { api, consoleApi } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Nobody chooses, sees early or changes a result: there is no call for it. What a call takes and gives is searched
 * for the words in which such a thing would have to be said.
 */

type Named = [name: string, call: Endpoint]
const calls: Named[] = Object.entries<Endpoint>(api)

/** Every name of a field that occurs in a schema, however deep. */
function fieldsOf(schema: z.core.$ZodType, io: 'input' | 'output'): Set<string> {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, value] of Object.entries(node)) {
      if (name === 'properties') for (const field of Object.keys(value as object)) found.add(field)
      walk(value)
    }
  }
  walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return found
}

const taken = (call: Endpoint) => fieldsOf(call.input, 'input')
const given = (call: Endpoint) => (call.output === 'picture' ? new Set<string>() : fieldsOf(call.output, 'output'))
const isWrite = ([, call]: Named) => call.method !== 'GET'

describe('no call of the contract', () => {
  test('takes numbers, randomness or a secret of a draw', () => {
    const words =
      /^(outcome|outcomes|numbers|balls|result|winner|winners|seed|secret|round|randomness|beacon|shadowOutcome|commit)$/i
    // Two fields are allowed: the filter on one's own bets by whether they won, and the secret of an authenticator app.
    const allowed = ['bets.list outcome']
    const found = calls.flatMap(([name, call]) =>
      [...taken(call)].filter((field) => words.test(field)).map((field) => `${name} ${field}`),
    )
    expect(found.sort()).toEqual(allowed)
  })

  test('lets an operator change a draw’s times, odds or rules, a player’s odds, or what a bet won', () => {
    const words =
      /odds|payout(?!Reference)|rtp|edge|margin|return|drawsAt|closesAt|opensAt|issue|drawId|rules|win|lose|void/i
    const found = Object.entries<Endpoint>(consoleApi)
      .filter(isWrite)
      .flatMap(([name, call]) =>
        [...taken(call)].filter((field) => words.test(field)).map((field) => `${name} ${field}`),
      )
    // Two people may call a draw off before it closes, while nobody can know its result: all that the call names is the
    // draw.
    expect(found).toEqual(['ops.draws.cancel drawId'])
    expect([...taken(consoleApi['ops.draws.cancel'])].sort()).toEqual(['drawId', 'reason', 'why'])
  })

  test('of the console shows a secret of a draw, or a result that players cannot see', () => {
    const words = /secret|seed|salt|outcome|result|numbers|commit|(?<!with)drawn/i
    // A player's bets are shown as to the player: the result is there once the draw is over. So it is with draws
    // themselves,
    // which games.test.ts compares with what players are shown, at every step.
    const games = ['ops.games.show drawn', 'ops.periods.list drawn', 'ops.periods.view drawn']
    const allowed = [...games, 'players.bets outcome', 'players.bets result']
    const found = Object.entries<Endpoint>(consoleApi)
      .filter(([name]) => !name.startsWith('ops.factors'))
      .flatMap(([name, call]) =>
        [...given(call)].filter((field) => words.test(field)).map((field) => `${name} ${field}`),
      )
    expect(found.sort()).toEqual(allowed)
  })

  test('is named after drawing, settling or voiding by hand', () => {
    const found = calls
      .filter(isWrite)
      .filter(([name, { path }]) => /\b(draws?|settle|void|redraw|rig|force|result)\b/i.test(`${name} ${path}`))
    expect(found.map(([name]) => name)).toEqual(['ops.draws.cancel'])
  })
})
