import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPlayerStatus } from '#contract/console/players'
import { playerFactors } from '#contract/factors'
import { signIn } from '#contract/people/accounts'
import { me, signOut } from '#contract/people/me'
import { askChange, changeLoginPassword, closeAccount, confirmChange, exportMe } from '#contract/people/profile'
import { askRecovery, recover } from '#contract/people/recovery'
import { confirmSession, endOtherSessions } from '#contract/people/sessions'
import { secondFactor } from '#contract/second-factor'
import { ticketLifeMs, ticketTries } from '#core/rules/second-factor'
import { confirmationLifeMs, sessionIdleMs } from '#core/rules/session'
import { codeDigits, codeLifeMs, codeTries } from '#core/rules/verification-code'
import { type Machine, rowsOf, tryStep, tryTwice } from '../../testing/attack/machine.ts'
import { type Watch, watchChanges } from '../../testing/attack/watch-changes.ts'
import { askedFor, openApp, recovery, stepMs, totp } from '../../testing/authenticator-app.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, openVisitor, testPassword } from '../../testing/person.ts'

/** The ways in, as states and steps: every step is tried in every state, over HTTP. */

let house: House
let watch: Watch
beforeAll(async () => {
  house = await openHouse()
  watch = await watchChanges(house)
})
afterAll(async () => {
  await watch.close()
  await house.close()
})

const fresh = 'seven quiet rivers'

function tryAll<Thing>(machine: Machine<Thing>): void {
  const rows = rowsOf(machine)

  test.each(rows.filter((row) => row.isLegal))('$state: $step is done', async (row) => {
    expect(await tryStep(machine, watch, row)).toMatchObject({ refusal: null })
  })

  test.each(rows.filter((row) => !row.isLegal))('$state: $step is refused and changes nothing', async (row) => {
    const { refusal, effects } = await tryStep(machine, watch, row)
    expect(refusal).not.toBeNull()
    expect(effects).toEqual([])
  })

  const once = rows.filter(({ isLegal, step }) => isLegal && !machine.repeatable?.includes(step))
  test.each(once)('$state: $step, tapped twice, is done once', async (row) => {
    expect(await tryTwice(machine, row)).toBe(1)
  })
}

/** The same person in another browser, or with a token that this one no longer has. */
function withCookies({ cookies }: Visitor): Visitor {
  const other = openVisitor(house.playerUrl)
  for (const [name, value] of cookies) other.cookies.set(name, value)
  return other
}

async function elsewhere({ account }: Player): Promise<Visitor> {
  const other = house.visitor()
  await other.signIn(account, testPassword)
  return other
}

/** By an operator who has just logged in: the clock runs on for days here. */
async function setStatus({ id }: Player, status: 'frozen' | 'abnormal' | 'closed'): Promise<void> {
  const risk = await house.operator('risk')
  await risk.call(setPlayerStatus, { id, status, reason: 'a stolen phone' })
}

describe('a session', () => {
  const after = (change: (player: Player) => Promise<unknown>) => async () => {
    const player = await house.player()
    await change(player)
    return player
  }
  const wait = (ms: number) => after(async () => house.clock.forward(ms))
  /** A browser that still has the token from before the change. */
  const formerAfter =
    (change: (player: Player) => Promise<unknown>, ms = 0) =>
    async () => {
      const player = await house.player()
      const former = withCookies(player)
      await change(player)
      house.clock.forward(ms)
      return former
    }
  const confirm = (visitor: Visitor) => visitor.call(confirmSession, { password: testPassword })
  const change = (visitor: Visitor) =>
    visitor.call(changeLoginPassword, { old: testPassword, password: fresh, repeat: fresh })
  const become = (status: 'frozen' | 'abnormal') => (player: Player) => setStatus(player, status)
  const unproven = ['read', 'give the password again', 'log out'] as const
  tryAll<Visitor>({
    states: {
      open: () => house.player(),
      'unproven for long': wait(confirmationLifeMs.player + 1),
      'idle for long': wait(sessionIdleMs.player + 1),
      'logged out': after((player) => player.call(signOut, {})),
      'logged out from elsewhere': after(async (player) => (await elsewhere(player)).call(endOtherSessions, {})),
      'from before a new password': after(async (player) => change(await elsewhere(player))),
      'of a frozen account': after(become('frozen')),
      'of an abnormal account': after(become('abnormal')),
      'of a closed account': formerAfter((player) => player.call(closeAccount, { password: testPassword })),
      'with the token before the last': formerAfter(confirm),
      'with the token before the last, a while ago': formerAfter(confirm, 60_001),
      'with the token before a new password': formerAfter(change),
    },
    steps: {
      read: (visitor) => visitor.call(me, {}),
      'read everything': (visitor) => visitor.call(exportMe, {}),
      'give the password again': confirm,
      'log out': (visitor) => visitor.call(signOut, {}),
      'log out the others': (visitor) => visitor.call(endOtherSessions, {}),
    },
    legal: {
      open: [...unproven, 'log out the others', 'read everything'],
      'unproven for long': unproven,
      'idle for long': [],
      'logged out': [],
      'logged out from elsewhere': [],
      'from before a new password': [],
      'of a frozen account': [],
      'of an abnormal account': [],
      'of a closed account': [],
      'with the token before the last': unproven,
      'with the token before the last, a while ago': [],
      'with the token before a new password': [],
    },
    repeatable: ['read', 'read everything', 'give the password again', 'log out', 'log out the others'],
  })
})

describe('a log-in that waits for its second factor', () => {
  type Waiting = {
    readonly visitor: Visitor
    readonly ticket: string
    readonly secret: string
    readonly codes: string[]
  }
  const app = () => openApp(house)
  const begin =
    (change: (owner: Player, waiting: Waiting) => Promise<unknown> = async () => {}) =>
    async () => {
      const owner = await app().enrolled()
      const visitor = house.visitor()
      const { ticket } = await askedFor(visitor, owner.account)
      const waiting = { visitor, ticket, secret: owner.secret, codes: owner.codes }
      await change(owner, waiting)
      return waiting
    }
  const answer = ({ visitor, ticket }: Waiting, proof: ReturnType<typeof totp> | ReturnType<typeof recovery>) =>
    visitor.call(secondFactor, { ticket, proof })
  const wrong = (waiting: Waiting) => answer(waiting, totp(app().wrongCode(waiting.secret)))
  const guessAll = async (_: Player, waiting: Waiting) => {
    for (let at = 0; at < ticketTries; at++) await wrong(waiting).catch(() => {})
  }
  tryAll<Waiting>({
    states: {
      fresh: begin(),
      old: begin(async () => house.clock.forward(ticketLifeMs + 1)),
      'guessed at': begin(guessAll),
      'answered already': begin(async (_, waiting) => {
        await answer(waiting, totp(app().codeOf(waiting.secret)))
        house.clock.forward(stepMs)
      }),
      'from before a new password': begin((owner) =>
        owner.call(changeLoginPassword, { old: testPassword, password: fresh, repeat: fresh }),
      ),
      'from before everybody was logged out': begin((owner) => owner.call(endOtherSessions, {})),
      'of a frozen account': begin((owner) => setStatus(owner, 'frozen')),
      'of a closed account': begin((owner) => owner.call(closeAccount, { password: testPassword })),
      'for a change of factors': async () => {
        const owner = await app().enrolled()
        const { ticket } = await owner.call(playerFactors.ask, { password: testPassword })
        return { visitor: house.visitor(), ticket, secret: owner.secret, codes: owner.codes }
      },
    },
    steps: {
      'a right code': (waiting) => answer(waiting, totp(app().codeOf(waiting.secret))),
      'a recovery code': (waiting) => answer(waiting, recovery(waiting.codes[0]!)),
      'a wrong code': wrong,
      'the code from before': (waiting) => answer(waiting, totp(app().codeOf(waiting.secret, -1))),
      'a change of factors': ({ visitor, ticket }) => visitor.call(playerFactors.beginTotp, { ticket, name: 'Mine' }),
    },
    legal: {
      fresh: ['a right code', 'a recovery code'],
      old: [],
      'guessed at': [],
      'answered already': [],
      'from before a new password': [],
      'from before everybody was logged out': [],
      'of a frozen account': [],
      'of a closed account': [],
      'for a change of factors': [],
    },
  })
})

describe('a recovery', () => {
  type Asked = { readonly player: Player; readonly requestId: string; readonly code: string }
  /** Reads the newest code that was sent to an address; the mail itself goes out a moment later. */
  const codeTo = async (email: string) => {
    const { subject } = await house.app.db.query
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', email)
      .where('subject', '~', '[0-9]{8}')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return /\d{8}/.exec(subject)![0]
  }
  const begin =
    (change: (asked: Asked) => Promise<unknown> = async () => {}) =>
    async () => {
      const player = await house.player()
      const captcha = await player.captcha('recover')
      const { requestId } = await house.visitor().call(askRecovery, { account: player.account, captcha })
      const asked = { player, requestId, code: await codeTo(`${player.account}@players.example`) }
      await change(asked)
      return asked
    }
  const use = ({ requestId, code }: Asked, password = fresh) =>
    house.visitor().call(recover, { requestId, code, password, repeat: password })
  const wrongCode = (code: string) => String((Number(code) + 1) % 10 ** codeDigits).padStart(codeDigits, '0')
  const wrong = (asked: Asked) => use({ ...asked, code: wrongCode(asked.code) })
  tryAll<Asked>({
    states: {
      asked: begin(),
      'asked long ago': begin(async () => house.clock.forward(codeLifeMs + 1)),
      'guessed at': begin(async (asked) => {
        for (let at = 0; at < codeTries; at++) await wrong(asked).catch(() => {})
      }),
      done: begin((asked) => use(asked, 'nine quiet rivers')),
      'sent to a former address': begin(async ({ player }) => {
        const email = `${player.account}@moved.example`
        const { requestId } = await player.call(askChange, { field: 'email', email })
        await player.call(confirmChange, { requestId, code: await codeTo(email) })
      }),
      'of a closed account': begin(({ player }) => player.call(closeAccount, { password: testPassword })),
      'of an account that operators closed': begin(({ player }) => setStatus(player, 'closed')),
    },
    steps: {
      'the right code': (asked) => use(asked),
      'a wrong code': wrong,
      'the code for another change': ({ player, requestId, code }) => player.call(confirmChange, { requestId, code }),
    },
    legal: {
      asked: ['the right code'],
      'asked long ago': [],
      'guessed at': [],
      done: [],
      'sent to a former address': [],
      'of a closed account': [],
      'of an account that operators closed': [],
    },
  })
})

describe('a change of the log-in password', () => {
  const begin =
    (change: (player: Player) => Promise<unknown> = async () => {}) =>
    async () => {
      const player = await house.player()
      await change(player)
      return player
    }
  const set = (old: string, password: string) => (visitor: Visitor) =>
    visitor.call(changeLoginPassword, { old, password, repeat: password })
  tryAll<Player>({
    states: {
      unchanged: begin(),
      changed: begin(set(testPassword, fresh)),
      'changed elsewhere': begin(async (player) => set(testPassword, fresh)(await elsewhere(player))),
    },
    steps: {
      'with the first password': set(testPassword, 'eight quiet rivers'),
      'with the second password': set(fresh, 'eight quiet rivers'),
      'with neither': set('no such password', 'eight quiet rivers'),
      'log in with the first': ({ account }) => house.visitor().call(signIn, { account, password: testPassword }),
      'log in with the second': ({ account }) => house.visitor().call(signIn, { account, password: fresh }),
    },
    legal: {
      unchanged: ['with the first password', 'log in with the first'],
      changed: ['with the second password', 'log in with the second'],
      'changed elsewhere': ['log in with the second'],
    },
    repeatable: ['log in with the first', 'log in with the second'],
  })
})
