import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applyForCertification, myCertification } from '#contract/people/certifications'
import {
  listCertifications,
  passCertification,
  rejectCertification,
  takeCertification,
} from '#contract/console/certifications'
import { locales } from '#contract/locales'
import { reviewLeaseMs } from '#core/reviews/review'
import { listen } from '../../testing/servers/listen.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, application, registration } from '../../testing/person.ts'
import { texts } from '../../world/texts.ts'

let house: House
let reviewer: Visitor
beforeAll(async () => {
  house = await openHouse({ countriesNotServed: ['KP', 'US'] })
  reviewer = await house.operator('reviewer')
})
afterEach(() => house.audit())
afterAll(() => house.close())

const apply = async (player: Player, change: Partial<Awaited<ReturnType<typeof application>>> = {}) =>
  player.call(applyForCertification, { ...(await application(player)), ...change }, randomUUID())
const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code)).sort()

describe('applying', () => {
  test('a player sees the status of the application, and only the last three characters of the document', async () => {
    const an = await house.player()
    expect(await an.call(myCertification, {})).toEqual({ latest: null, invitationCode: null })
    await apply(an, { documentNumber: 'b 1234-567' })
    expect(await an.call(myCertification, {})).toMatchObject({
      latest: { status: 'waiting', legalName: 'Nguyễn Văn An', documentEnd: '567', reason: null, decidedAt: null },
      invitationCode: null,
    })
    const answer = await (await an.fetch('/api/v1/certification')).text()
    expect(answer).not.toContain('1234')
  })

  const bent: [field: string, change: object, code: string][] = [
    ['legalName', { legalName: '  ' }, 'legal_name_missing'],
    ['legalName', { legalName: '12 34' }, 'legal_name_missing'],
    ['legalName', { legalName: 'An\u202Eimda' }, 'legal_name_missing'],
    ['bornOn', { bornOn: '1990-02-29' }, 'birth_date_malformed'],
    ['bornOn', { bornOn: '17.5.1990' }, 'birth_date_malformed'],
    ['documentKind', { documentKind: 'library_card' }, 'kind_unknown'],
    ['documentNumber', { documentNumber: 'B-12' }, 'document_number_malformed'],
    ['documentNumber', { documentNumber: 'B'.repeat(41) }, 'document_number_malformed'],
    ['country', { country: 'Vietnam' }, 'request_malformed'],
    ['status', { status: 'passed' }, 'request_malformed'],
  ]
  test.each(bent)('a wrong %s is refused as such: %j is %s', async (field, change, code) => {
    const an = await house.player()
    const response = await an.fetch('/api/v1/certification', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...(await application(an)), ...change }),
    })
    expect(await response.json()).toMatchObject({ code, facts: { field } })
    expect(await an.call(myCertification, {})).toMatchObject({ latest: null })
  })

  test('applicants under 18 or from a country not served are refused', async () => {
    const an = await house.player()
    // The house opens on 2 November 2026 at 04:00 UTC, when it is still 1 November in some places.
    await expect(apply(an, { bornOn: '2008-11-02' })).rejects.toMatchObject({ code: 'underage' })
    await expect(apply(an, { country: 'KP' })).rejects.toMatchObject({ code: 'country_not_served' })
    await apply(an, { bornOn: '2008-11-01' })
  })

  test('one application at a time, even when twenty are sent at once', async () => {
    const an = await house.player()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => apply(an)))
    expect(outcomes(results)).toEqual([...Array<string>(19).fill('certification_pending'), 'done'])
    await expect(apply(an)).rejects.toMatchObject({ code: 'certification_pending' })
  })

  test('one document certifies one person, however it is written and even when ten use it at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => house.player()))
    const spellings = ['AB 98-765', 'ab98765', 'Ａｂ ９８７６５']
    const results = await Promise.allSettled(
      people.map((player, at) => apply(player, { documentNumber: spellings[at % 3]! })),
    )
    expect(outcomes(results)).toEqual(['done', ...Array<string>(9).fill('identity_taken')])
    const last = await house.player()
    await expect(apply(last, { documentNumber: 'AB98765' })).rejects.toMatchObject({ facts: { field: 'document' } })
  })

  test('a frozen player cannot apply; a restricted one can', async () => {
    const an = await house.player()
    const set = (status: string) =>
      house.app.db.query.updateTable('player').set({ status }).where('id', '=', an.id).execute()
    await set('frozen')
    await expect(apply(an)).rejects.toMatchObject({ code: 'account_frozen' })
    await set('restricted')
    await apply(an)
  })

  test('neither the database nor the log holds a document number that can be read', async () => {
    const an = await house.player()
    await apply(an, { documentNumber: 'CANARY7788' })
    const rows = await house.app.db.query.selectFrom('certification').selectAll().execute()
    const answers = await house.app.db.query.selectFrom('stored_answer').selectAll().execute()
    const kept = [...rows, ...answers]
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join()
    expect(kept).toContain('Nguyễn Văn An')
    expect(kept).not.toContain('CANARY')
    expect(house.logged.join('')).not.toContain('CANARY')
  })
})

describe('reviewing', () => {
  test.each(['pass', 'reject'] as const)('tells the player’s open pages when it is taken and on a %s', async (move) => {
    const an = await house.player()
    const { id } = await apply(an)
    const page = await listen(an)
    await reviewer.call(takeCertification, { id })
    await page.until(1)
    if (move === 'pass') await reviewer.call(passCertification, { id })
    else await reviewer.call(rejectCertification, { id, reason: 'photo_unreadable' })
    const told = await page.until(2)
    expect(told.map(({ kind, body }) => [kind, body])).toEqual(
      ['under_review', `${move}ed`].map((status) => ['review.changed', { kind: 'certification', id, status }]),
    )
    page.close()
  })

  test('a certified player gets an invitation code and a mail in their language, and others can register with the code', async () => {
    const an = await house.player({ language: 'fr' })
    const { id } = await apply(an, { documentNumber: 'FR 55 66 77' })
    expect(await reviewer.call(takeCertification, { id })).toMatchObject({
      playerId: an.id,
      account: an.account,
      documentNumber: 'FR 55 66 77',
      takenUntil: house.clock.nowMs() + reviewLeaseMs,
    })
    expect(await an.call(myCertification, {})).toMatchObject({ latest: { status: 'under_review' } })
    expect(await reviewer.call(passCertification, { id })).toEqual({ status: 'passed' })
    const { latest, invitationCode } = await an.call(myCertification, {})
    expect(latest).toMatchObject({ status: 'passed', decidedAt: house.clock.nowMs() })
    expect(invitationCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    const mail = await mailAbout(an, texts.fr.mail.certification_passed.subject)
    expect(mail.text).toContain(invitationCode)
    await house.visitor().register({ ...registration('Invited'), invitationCode: invitationCode! })
    await expect(apply(an)).rejects.toMatchObject({ code: 'certification_pending' })
  })

  test('a rejection says why, in every language, and the player may apply again with the same document', async () => {
    for (const language of locales) {
      const player = await house.player({ language })
      const { documentNumber } = await application(player)
      const { id } = await apply(player, { documentNumber })
      await reviewer.call(rejectCertification, { id, reason: 'photo_unreadable', text: 'page 2' })
      expect((await player.call(myCertification, {})).latest).toMatchObject({
        status: 'rejected',
        reason: { code: 'photo_unreadable', text: 'page 2' },
      })
      const mail = await mailAbout(player, texts[language].mail.certification_rejected.subject)
      expect(mail.text).toContain(texts[language].certification_reason.photo_unreadable)
      expect(mail.text).toContain('page 2')
      await apply(player, { documentNumber })
      expect((await player.call(myCertification, {})).latest).toMatchObject({ status: 'waiting' })
    }
  })

  test.each([
    ['no reason', {}],
    ['a reason not on the list', { reason: 'bad_mood' }],
    ['another reason without words', { reason: 'other' }],
    ['another reason in too few words', { reason: 'other', text: 'no  ' }],
  ])('%s is not accepted as a reason to reject', async (_, body) => {
    const { id } = await apply(await house.player())
    const response = await reviewer.fetch(`/api/v1/console/certifications/${id}/reject`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'reason_missing' })
  })

  test('of twenty decisions at once one counts', async () => {
    const an = await house.player()
    const { id } = await apply(an)
    await reviewer.call(takeCertification, { id })
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        at % 2
          ? reviewer.call(passCertification, { id })
          : reviewer.call(rejectCertification, { id, reason: 'name_differs' }),
      ),
    )
    expect(outcomes(results)).toEqual([...Array<string>(19).fill('already_decided'), 'done'])
    await expect(reviewer.call(takeCertification, { id })).rejects.toMatchObject({ code: 'already_decided' })
    const decisions = await house.app.db.query
      .selectFrom('operator_action')
      .select('after')
      .where('subject', '=', `player:${an.id}`)
      .execute()
    // One row for taking the case, one for deciding it.
    expect(decisions).toHaveLength(2)
  })

  test('a case is with one reviewer for ten minutes; then a colleague may take it over, and only then decide', async () => {
    const [an, other] = [await house.player(), await house.colleague('reviewer')]
    const { id } = await apply(an)
    await expect(reviewer.call(passCertification, { id })).rejects.toMatchObject({ code: 'review_not_taken' })
    const taken = await Promise.allSettled([
      reviewer.call(takeCertification, { id }),
      other.call(takeCertification, { id }),
    ])
    expect(outcomes(taken)).toEqual(['done', 'review_taken'])
    const [holder, late] = taken[0].status === 'fulfilled' ? [reviewer, other] : [other, reviewer]
    await expect(late.call(passCertification, { id })).rejects.toMatchObject({ code: 'review_taken' })
    house.clock.forward(reviewLeaseMs)
    await expect(late.call(passCertification, { id })).rejects.toMatchObject({ code: 'review_not_taken' })
    await late.call(takeCertification, { id })
    await expect(holder.call(passCertification, { id })).rejects.toMatchObject({ code: 'review_taken' })
    await late.call(passCertification, { id })
  })

  test('the reviewer sees other accounts with the same name and birthday', async () => {
    const [an, twin] = [await house.player(), await house.player()]
    await apply(an, { legalName: 'Trần Thị Bình', bornOn: '1991-01-01' })
    const { id } = await apply(twin, { legalName: 'TRẦN THỊ bình', bornOn: '1991-01-01' })
    expect((await reviewer.call(takeCertification, { id })).alike).toEqual([an.account])
  })

  test('an unknown case is refused as unknown', async () => {
    await expect(reviewer.call(takeCertification, { id: randomUUID() })).rejects.toMatchObject({
      code: 'certification_unknown',
    })
  })

  test('a decision cannot be undone, even by the owner of the database', async () => {
    const an = await house.player({ certified: true })
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    const statements = [
      `update certification set status = 'rejected' where player_id = '${an.id}'`,
      `delete from certification where player_id = '${an.id}'`,
    ]
    for (const statement of statements) await expect(owner.query(statement)).rejects.toThrow('append-only')
    await owner.end()
  })
})

describe('the queue', () => {
  test('lists waiting cases, oldest first, page by page, and none twice', async () => {
    const busy = await openHouse()
    const inspector = await busy.operator('reviewer')
    const now = new Date(busy.clock.nowMs())
    const an = await busy.player()
    const { id: first } = await an.call(applyForCertification, await application(an), randomUUID())
    const { db, random } = busy.app
    const one = await db.query.selectFrom('certification').selectAll().executeTakeFirstOrThrow()
    const someone = await db.query.selectFrom('player').selectAll().executeTakeFirstOrThrow()
    for (let at = 0; at < 119; at++) {
      const [account, playerId] = [`crowd_${at}`, random.uuid()]
      await db.query
        .insertInto('player')
        .values({ ...someone, id: playerId, account, email: `${account}@players.example`, phone: null })
        .execute()
      // Several share an instant, so that a page ends between cases of the same time.
      const created_at = new Date(now.getTime() + Math.floor(at / 40) * 1000)
      const document_hash = Buffer.from(random.bytes(32))
      await db.query
        .insertInto('certification')
        .values({ ...one, id: random.uuid(), player_id: playerId, document_hash, created_at })
        .execute()
    }
    const seen: { id: string; createdAt: number }[] = []
    let after: string | null = null
    do {
      const page: { items: typeof seen; next: string | null } = await inspector.call(listCertifications, {
        ...(after && { after }),
      })
      expect(page.items.length).toBeLessThanOrEqual(50)
      seen.push(...page.items)
      after = page.next
    } while (after)
    expect(new Set(seen.map((each) => each.id)).size).toBe(120)
    expect(seen.map((each) => each.createdAt)).toEqual(seen.map((each) => each.createdAt).sort((a, b) => a - b))
    await inspector.call(rejectCertification, { id: first, reason: 'document_expired' })
    const rejected = await inspector.call(listCertifications, { status: 'rejected' })
    expect(rejected.items.map((each) => each.id)).toEqual([first])
    await expect(inspector.call(listCertifications, { after: 'elsewhere' })).rejects.toMatchObject({
      code: 'request_malformed',
      facts: { field: 'after' },
    })
    await busy.close()
  })
})

async function mailAbout(player: Player, subject: string) {
  for (let tries = 0; tries < 100; tries++) {
    const mails = await house.mailsTo(`${player.account.toLowerCase()}@players.example`)
    const found = mails.find((mail) => mail.subject === subject)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail “${subject}” arrived`)
}
