import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActions } from '#contract/console/desk'
import { setReportMail, showReportMail } from '#contract/console/reports'
import { type House, openHouse } from '../../testing/open-house.ts'
import { mailWeeklyReport } from './weekly-report.ts'

let house: House
let owner: Client

/** A Sunday, an hour before midnight. */
const sundayMs = Date.UTC(2026, 10, 8, 23)
const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

beforeAll(async () => {
  // Not the first process of a node, so that its jobs do not run beside the test.
  house = await openHouse({ atMs: sundayMs, worker: 2, consoleUrl: 'https://console.example' })
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  await owner.query(`
    insert into game_day (day, game, draws, bets, stakes, paid, expected, squares, rebates, returned) values
      ('2026-11-01', 'k3_5m', 1, 1, 70000, 10000, 0, 0, 0, 0),
      ('2026-11-02', 'k3_5m', 1, 1, 100000, 95000, 0, 0, 0, 0),
      ('2026-11-08', 'ssc_5m', 1, 1, 23456, 30000, 0, 0, 0, 0),
      ('2026-11-09', 'ssc_5m', 1, 1, 999900, 0, 0, 0, 0, 0)`)
  await mailWeeklyReport(house.app)
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

const mails = async () => {
  const rows = await house.app.db.query
    .selectFrom('mail')
    .select(['recipient', 'subject', 'body'])
    .where('body', 'like', '%/reports?%')
    .orderBy('created_at')
    .execute()
  return rows
}
const setEmail = (role: string, email: string | null) =>
  owner.query('update operator set email = $2 where account = $1', [role, email])

test('an operator who may read reports asks for the mail in a language of the console, and the log of actions has it', async () => {
  const finance = await house.signedIn('finance')
  await setEmail('finance', null)
  await expect(finance.call(setReportMail, { language: 'vi' })).rejects.toMatchObject({ code: 'email_missing' })
  await setEmail('finance', 'finance@staff.example')
  await finance.call(setReportMail, { language: 'vi' })
  await finance.call(setReportMail, { language: 'en' })
  expect(await finance.call(showReportMail, {})).toEqual({
    isOffered: true,
    email: 'finance@staff.example',
    language: 'en',
  })
  const support = await house.signedIn('support')
  await expect(support.call(setReportMail, { language: 'en' })).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await support.call(showReportMail, {})).toMatchObject({ isOffered: false, language: null })
  const { items } = await (await house.signedIn('auditor')).call(listActions, { subject: 'report-mail' })
  expect(items.map(({ operator, after }) => [operator, after])).toEqual([
    ['finance', { language: 'en' }],
    ['finance', { language: 'vi' }],
  ])
})

test('the mail comes once, from one o’clock on Monday, with the sums of the week and of the week before', async () => {
  house.clock.to(sundayMs + 2 * hourMs - 1)
  expect(await mailWeeklyReport(house.app)).toBe(0)
  house.clock.to(sundayMs + 2 * hourMs)
  // As two nodes would do it at the same moment.
  const written = await Promise.all([mailWeeklyReport(house.app), mailWeeklyReport(house.app)])
  expect(written.toSorted()).toEqual([0, 1])
  expect(await mailWeeklyReport(house.app)).toBe(0)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: 'finance@staff.example', subject: 'The week from 2026-11-02 to 2026-11-08' })
  expect(mail!.body).toContain('Turnover: $1,234.56 ($700.00)')
  expect(mail!.body).toContain('Payouts: $1,250.00 ($100.00)')
  expect(mail!.body).toContain('https://console.example/reports?from=2026-11-02&until=2026-11-08&compare=before')
  expect(mail!.body).not.toContain('{{')
})

test('who asks after it was due gets the next one', async () => {
  house.clock.forward(1)
  await setEmail('auditor', 'auditor@staff.example')
  await (await house.signedIn('auditor')).call(setReportMail, { language: 'en' })
  expect(await mailWeeklyReport(house.app)).toBe(0)
  expect(await mails()).toHaveLength(1)
})

test('who left, changed to a role without reports, or asked for it no longer gets none', async () => {
  for (const [role, language] of [
    ['risk', 'zh-CN'],
    ['admin', 'vi'],
  ] as const) {
    await setEmail(role, `${role}@staff.example`)
    await (await house.signedIn(role)).call(setReportMail, { language })
  }
  await owner.query(`update operator set left_at = now() where account = 'risk'`)
  await owner.query(`update operator set role = 'support' where account = 'admin'`)
  await (await house.signedIn('finance')).call(setReportMail, { language: null })
  house.clock.forward(weekMs)
  expect(await mailWeeklyReport(house.app)).toBe(1)
  expect((await mails()).at(-1)).toMatchObject({ recipient: 'auditor@staff.example' })
})
