import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { me } from '#contract/people/me'
import { searchPlayers, setPlayerStatus, viewPlayer } from '#contract/console/players'
import { locales } from '#contract/locales'
import { setDepositLimit } from '#contract/money/limits'
import { beginExclusion } from '#contract/people/protection'
import { setPlayLimit } from '#contract/play/limits'
import { money } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, testPassword } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
let risk: Visitor
let support: Visitor
beforeAll(async () => {
  house = await openHouse()
  risk = await house.operator('risk')
  support = await house.operator('support')
})
afterEach(() => house.audit())
afterAll(() => house.close())

const reason = 'asked for by the player'
type Status = 'normal' | 'abnormal' | 'frozen' | 'restricted' | 'closed'
const setStatus = (id: string, status: Status) => risk.call(setPlayerStatus, { id, status, reason })

describe('setting a status', () => {
  test.each(['frozen', 'abnormal', 'closed'] as const)(
    'K8: an account that becomes %s is logged out everywhere at once, and every tab learns why',
    async (status) => {
      const an = await house.player()
      const phone = house.visitor()
      await phone.signIn(an.account, testPassword)
      const sessions = await Promise.all([an, phone].map(async (each) => (await each.call(me, {})).sessionId))
      const stream = await an.fetch('/api/v1/events')
      await setStatus(an.id, status)
      for (const each of [an, phone])
        await expect(each.call(me, {})).rejects.toMatchObject({ code: 'session_broken', facts: { state: status } })
      const told = await readUntil(stream, sessions)
      // The first event about its own session gives the reason; the last one, which ends the stream, need not.
      const own = told.split('event: session.ended').find((each) => each.includes(sessions[0]!))
      expect(own).toContain(`"why":"${status}"`)
      expect(told.match(new RegExp(`"why":"${status}"`, 'g'))).toHaveLength(2)
    },
  )

  test('a frozen player may log in again and a restricted one stays; an abnormal or closed one may not', async () => {
    const an = await house.player()
    await setStatus(an.id, 'restricted')
    expect(await an.call(me, {})).toMatchObject({ id: an.id })
    await setStatus(an.id, 'frozen')
    await an.signIn(an.account, testPassword)
    for (const status of ['abnormal', 'closed'] as const) {
      await setStatus(an.id, status)
      await expect(an.signIn(an.account, testPassword)).rejects.toMatchObject({ code: 'account_abnormal' })
    }
  })

  test('closed is final, and no status is set twice', async () => {
    const an = await house.player()
    await expect(setStatus(an.id, 'normal')).rejects.toMatchObject({ code: 'status_unreachable' })
    await setStatus(an.id, 'closed')
    for (const status of ['normal', 'frozen', 'closed'] as const) {
      await expect(setStatus(an.id, status)).rejects.toMatchObject({ code: 'status_unreachable' })
    }
  })

  test('an account that holds money is not closed', async () => {
    const rich = await house.player({ balance: '0.01' })
    await expect(setStatus(rich.id, 'closed')).rejects.toMatchObject({ code: 'balance_remains' })
    expect(await rich.balance()).toBe('0.01')
  })

  test('twenty changes at once have one effect, with one row in the log', async () => {
    const an = await house.player()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => setStatus(an.id, 'restricted')))
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const actions = await house.app.db.query
      .selectFrom('operator_action')
      .select(['capability', 'reason', 'before', 'after'])
      .where('subject', '=', `player:${an.id}`)
      .execute()
    expect(actions).toEqual([
      { capability: 'players.set-status', reason, before: { status: 'normal' }, after: { status: 'restricted' } },
    ])
  })

  test('the player learns in their language what it means, but not the operator’s reason', async () => {
    for (const language of locales) {
      const player = await house.player({ language })
      await setStatus(player.id, 'restricted')
      const { subject, body } = await house.app.db.query
        .selectFrom('mail')
        .select(['subject', 'body'])
        .where('recipient', '=', `${player.account}@players.example`)
        .where('subject', '=', texts[language].mail.status_changed.subject)
        .executeTakeFirstOrThrow()
      expect(subject).toBe(texts[language].mail.status_changed.subject)
      expect(body).toContain(texts[language].account_status.restricted)
      expect(body).not.toMatch(/\{\{|asked for/)
    }
  })

  test.each([
    [{ status: 'frozen' }, 'reason_missing'],
    [{ status: 'frozen', reason: ' abc ' }, 'reason_missing'],
    [{ status: 'banned', reason }, 'kind_unknown'],
    [{ status: 'frozen', reason, balance: '1.00' }, 'request_malformed'],
  ])('%j is refused: %s', async (body, code) => {
    const an = await house.player()
    const response = await risk.fetch(`/api/v1/console/players/${an.id}/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await response.json()).toMatchObject({ code })
    expect(await an.call(me, {})).toMatchObject({ id: an.id })
  })
})

describe('finding a player', () => {
  test('by how account or e-mail begins, whatever the case; wildcards are ordinary characters', async () => {
    const [an] = [await house.player({ account: 'Find_Me' }), await house.player({ account: 'findXme' })]
    const found = async (text: string) =>
      (await support.call(searchPlayers, { text })).items.map((each) => each.account)
    expect(await found('FIND_m')).toEqual(['Find_Me'])
    expect((await found('find')).sort()).toEqual(['Find_Me', 'findXme'])
    expect(await found(`${an.account}@players.ex`)).toEqual(['Find_Me'])
    expect(await found('%%%')).toEqual([])
    expect(await found('ind')).toEqual([])
    expect((await support.fetch('/api/v1/console/players?text=%20fi%20')).status).toBe(400)
  })

  test('shows a player with balance, sessions and certification; an unknown one is refused', async () => {
    const an = await house.player({ balance: '12.30', certified: true })
    expect(await support.call(viewPlayer, { id: an.id })).toMatchObject({
      account: an.account,
      status: 'normal',
      balance: 1230n,
      openSessions: 1,
      invitedBy: null,
      certification: { status: 'passed', country: 'VN', bornOn: '1990-05-17' },
    })
    await expect(support.call(viewPlayer, { id: randomUUID() })).rejects.toMatchObject({ code: 'player_unknown' })
  })
})

describe('what players set for themselves', () => {
  test('limits and exclusions are shown in the player’s file', async () => {
    const an = await house.player({ balance: '5.00' })
    const now = house.clock.nowMs()
    expect(await support.call(viewPlayer, { id: an.id })).toMatchObject({
      playLimits: [],
      exclusion: null,
      exclusions: [],
    })
    await an.call(setDepositLimit, { span: 'week', amount: money('100.00') })
    await an.call(setPlayLimit, { kind: 'loss', span: 'day', amount: money('20.00') })
    await an.call(beginExclusion, { span: 'week' })
    await an.call(beginExclusion, { span: 'six_months' })
    const file = await support.call(viewPlayer, { id: an.id })
    expect(file.limits).toEqual([{ span: 'week', amount: 100_00n, paidIn: 0n }])
    expect(file.playLimits).toEqual([{ kind: 'loss', span: 'day', amount: 20_00n, used: 0n }])
    const until = now + 184 * 24 * 3_600_000
    expect(file.exclusion).toEqual({ kind: 'self_exclusion', until, opensAt: null, canAskToReturn: false })
    expect(file.exclusions.map((each) => each.kind).sort()).toEqual(['self_exclusion', 'time_out'])
    expect(file.exclusions[0]).toMatchObject({ beganAt: now, returnAskedAt: null })
  })
})

describe('the tree of invitations', () => {
  test('nobody invites themselves, nobody changes their inviter, and two cannot invite each other', async () => {
    const [an, bo] = [await house.player(), await house.player()]
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    const set = (id: string, inviter: string) =>
      owner.query('update player set invited_by = $2 where id = $1', [id, inviter])
    await expect(set(an.id, bo.id)).rejects.toThrow('never changes')
    // Copies of a player, each invited by the id beside it, in one statement.
    const add = (...pairs: [id: string, inviter: string][]) =>
      owner.query(
        `insert into player (id, account, nickname, email, language, login_hash, invitation_code, agreed_version, agreed_at, created_at, invited_by)
         select new.id, new.id::text, nickname, new.id::text, language, login_hash, invitation_code, agreed_version, agreed_at, created_at, new.inviter
         from player, unnest($2::uuid[], $3::uuid[]) as new (id, inviter) where player.id = $1`,
        [an.id, pairs.map(([id]) => id), pairs.map(([, inviter]) => inviter)],
      )
    const [one, two] = [randomUUID(), randomUUID()]
    await expect(add([one, one])).rejects.toThrow()
    await expect(add([one, two], [two, one])).rejects.toThrow('comes first')
    await add([one, an.id], [two, one])
    await expect(set(one, two)).rejects.toThrow('never changes')
    expect(await support.call(viewPlayer, { id: one })).toMatchObject({ invitedBy: { id: an.id, account: an.account } })
    await owner.end()
  })
})

/** Reads a stream of events until all of these have come. */
async function readUntil(stream: Response, wanted: string[]): Promise<string> {
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!wanted.every((each) => text.includes(each))) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
  }
  await reader.cancel()
  return text
}
