import { appendFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { OperatorRole } from '#contract/ops'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { desktop, enterConsole, forgiveLoggedOut } from '../console/desk.ts'
import { test as base, expect, lent } from '../journey.ts'
import { type Effort, openHand } from './hand.ts'
import { leaveWork } from './last-shift.ts'
import { type Planted, plant } from './plant.ts'
import { admin } from './roles/admin.ts'
import { auditor } from './roles/auditor.ts'
import { finance } from './roles/finance.ts'
import { reviewer } from './roles/reviewer.ts'
import { risk } from './roles/risk.ts'
import { support } from './roles/support.ts'
import type { Task } from './tasks.ts'

const test = base.extend<{ house: Awaited<ReturnType<typeof openDrawHouse>> }>({ house: lent(() => openDrawHouse()) })
test.use({ ...desktop, viewport: { width: 1440, height: 900 } })

const mornings: Readonly<Record<OperatorRole, readonly Task[]>> = { support, reviewer, finance, risk, admin, auditor }

type Work = { readonly tasks: readonly Task[]; readonly planted: Planted; readonly problems: string[] }

/** One house for all of them, since in a real one they come to the same work. What fails does not keep the rest from being counted. */
test('a morning of every role', async ({ page, house, complaints }) => {
  const planted = await plant(house)
  await leaveWork(planted)
  const problems: string[] = []
  for (const [role, tasks] of Object.entries(mornings) as [OperatorRole, readonly Task[]][]) {
    await page.context().clearCookies()
    await enterConsole(page, house, { role })
    const done = await test.step(role, () => doAll(page, { tasks, planted, problems }))
    if (process.env.MORNING_REPORT) await appendFile(process.env.MORNING_REPORT, `${JSON.stringify({ role, done })}\n`)
  }
  expect(problems).toEqual([])
  forgiveLoggedOut(complaints)
})

async function doAll(page: Page, { tasks, planted, problems }: Work) {
  const done: ({ what: string } & Effort)[] = []
  for (const { what, does } of tasks) {
    const { hand, effort } = openHand(page)
    try {
      await test.step(what, () => does(hand, planted))
      done.push({ what, ...effort() })
    } catch (error) {
      problems.push(`${what}: ${String(error)}`)
    }
  }
  return done
}
