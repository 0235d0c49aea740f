import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleApi, playerApi } from '#contract/api'
import { listBets, placeRepeatOrder } from '#contract/play/bets'
import type { Endpoint } from '#contract/endpoint'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { transaction } from '../../db/database.ts'
import { insertTotp } from '../../features/factors/totp.ts'
import { can } from '../../services/calls/capabilities.ts'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type Player, type Visitor, application } from '../../testing/person.ts'

/**
 * Tries every call of the contract as every kind of caller. The rows come from the table of calls, so none is
 * forgotten.
 */

let house: DrawHouse
let owner: Player
let stranger: Player
let operators: Record<OperatorRole, Visitor>
beforeAll(async () => {
  house = await openDrawHouse()
  owner = await house.player({ balance: '50.00', certified: true })
  stranger = await house.player()
  operators = Object.fromEntries(
    await Promise.all(operatorRoles.map(async (role) => [role, await house.operator(role)] as const)),
  ) as typeof operators
})
afterAll(() => house.close())

/** Refusals that depend on who the caller is; any other answer means that the call let them in. */
const closedDoor = ['not_signed_in', 'session_broken', 'not_allowed']
const someId = '00000000-0000-4000-8000-000000000000'

/** Sends an empty form: enough to see whether the call lets the caller in, too little to change anything. */
async function knock(
  visitor: Pick<Visitor, 'fetch'>,
  call: Endpoint,
  id = someId,
): Promise<{ status: number; code: string | null }> {
  const response = await visitor.fetch(`/api/v1${call.path.replace(/:\w+/g, id)}`, {
    method: call.method,
    ...(call.method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{"nothing":true}' }),
  })
  const body = response.headers.get('content-type')?.includes('json')
    ? ((await response.json()) as { code?: string })
    : {}
  return { status: response.status, code: body.code ?? null }
}

const isOpen = ({ code }: { code: string | null }) => !closedDoor.includes(code ?? '')

describe('the players’ calls', () => {
  test.each(Object.entries<Endpoint>(playerApi))(
    '%s lets in the callers it declares and nobody else',
    async (_, call) => {
      expect(isOpen(await knock(house.visitor(), call))).toBe(call.who === 'anyone')
      expect(isOpen(await knock(owner, call))).toBe(true)
      for (const role of operatorRoles) {
        const token = operators[role].cookies.get('clearball-console')!
        const borrowed: Pick<Visitor, 'fetch'> = {
          fetch: (path, init) =>
            fetch(house.playerUrl + path, {
              ...init,
              headers: { ...(init?.headers as object), cookie: `clearball=${token}` },
            }),
        }
        expect(isOpen(await knock(borrowed, call)), `${role} with the console's token`).toBe(call.who === 'anyone')
      }
    },
  )
})

describe('the console’s calls', () => {
  const visitorThere = (cookie = ''): Pick<Visitor, 'fetch'> => ({
    fetch: (path, init) =>
      fetch(house.consoleUrl + path, { ...init, headers: { ...(init?.headers as object), cookie } }),
  })

  test.each(Object.entries<Endpoint>(consoleApi))(
    '%s lets in the callers it declares and nobody else',
    async (_, call) => {
      expect(isOpen(await knock(visitorThere(), call)), 'a visitor').toBe(call.who === 'anyone')
      const token = owner.cookies.get('clearball')!
      expect(isOpen(await knock(visitorThere(`clearball-console=${token}`), call)), 'a player').toBe(
        call.who === 'anyone',
      )
      for (const role of operatorRoles) {
        const may = call.who === 'anyone' || !call.can || can(role, call.can)
        expect(isOpen(await knock(operators[role], call)), role).toBe(may)
      }
    },
  )
})

/**
 * Calls about one thing of a player's, by its id. A stranger must get the same answer as for an id that does not exist.
 */
const owned: Record<string, (player: Player) => Promise<string>> = {
  'bets.one': async (player) => {
    await bet(player, await periodNow(player, 'k3_5m'), { bets: ['k3.sum_big_small big 1.00'] })
    return (await player.call(listBets, {})).items[0]!.id
  },
  'repeatOrders.cancel': async (player) => {
    const { drawId, rules } = await periodNow(player, 'k3_5m')
    const asked = { drawId, rules, bets: [chosen('k3.sum_big_small big 1.00')], periods: 2, stopsOnWin: false }
    return (await player.call(placeRepeatOrder, asked, crypto.randomUUID())).id
  },
  'factors.remove': async (player) => {
    const id = house.app.random.uuid()
    const totp = { id, name: 'Phone', secret: 'JBSWY3DPEHPK3PXP', atMs: house.clock.nowMs(), isConfirmed: true }
    const { pepper } = house.app.config
    await transaction(house.app.db, house.app.random, (tx) =>
      insertTotp(tx, { kind: 'player', id: player.id }, { ...totp, pepper }),
    )
    return id
  },
  'uploads.view': async (player) => (await application(player)).photoId,
  'wallets.set-default': walletOf,
  'wallets.remove': walletOf,
  'deposits.view': async (player) => {
    const [finance, admin] = [operators.finance, operators.admin]
    await publishAddress(finance, admin)
    const [certified, id] = [await house.player({ certified: true }), crypto.randomUUID()]
    await certified.call(requestDeposit, await depositForm(certified), id)
    expect((await player.fetch(`/api/v1/deposits/${id}`)).status).toBe(404)
    return id
  },
  'withdrawals.view': async (player) => {
    const [rich, id] = [await withdrawer(house, '100.00'), crypto.randomUUID()]
    await rich.call(requestWithdrawal, { walletId: rich.walletId, amount: money('10.00'), paymentPassword }, id)
    expect((await player.fetch(`/api/v1/withdrawals/${id}`)).status).toBe(404)
    return id
  },
  'sessions.end-one': async (player) =>
    ((await (await player.fetch('/api/v1/me')).json()) as { sessionId: string }).sessionId,
}

async function walletOf(): Promise<string> {
  return (await withdrawer(house, '100.00')).walletId
}

describe('things that belong to somebody', () => {
  const withId = Object.entries<Endpoint>(playerApi).filter(
    ([, call]) => call.path.includes(':') && call.who === 'player',
  )

  test('every call that takes an id is tried with another player’s id', () => {
    expect(Object.keys(owned).sort()).toEqual(withId.map(([name]) => name).sort())
  })

  test.each(withId)('%s answers another player’s id as it answers an unknown one', async (name, call) => {
    const id = await owned[name]!(owner)
    const send = (visitor: Visitor, each: string) =>
      visitor.fetch(`/api/v1${call.path.replace(/:\w+/g, each)}`, {
        method: call.method,
        ...(call.method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
      })
    const [theirs, nobodys] = [await send(stranger, id), await send(stranger, someId)]
    expect(theirs.status).toBe(nobodys.status)
    expect(theirs.status).toBeGreaterThanOrEqual(400)
  })
})
