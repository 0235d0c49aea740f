import { agreeDeposit, passDeposit, queueDeposits, rejectDeposit, takeDeposit } from '#contract/console/deposits'
import {
  agreeWithdrawal,
  passWithdrawal,
  queueWithdrawals,
  rejectWithdrawal,
  takeWithdrawal,
} from '#contract/console/withdrawals'
import { type Call, Refused, createClient } from '#contract/client'
import { formatCents, parseCents } from '#core/money/cents'
import { type DepositReason, depositReasons } from '#core/rules/money/deposit'
import { type WithdrawalReason, withdrawalReasons } from '#core/rules/money/withdrawal'
import { systemClock } from '#server/world/clock'
import { openSession } from '#server/services/people/sessions'
import { systemRandom } from '#server/world/random'
import { type RunningDemo, withRunningDemo } from './running-demo.ts'

// Decides top-ups and withdrawals of the running demonstration through the console's own calls, as its demo operators.

const usage = `npm run review                                    what waits
npm run review -- pass <id> <amount arrived>      a top-up
npm run review -- pass <id> <payout reference>    a withdrawal
npm run review -- reject <id> <reason> <text>     either
Reasons for top-ups: ${depositReasons.join(', ')}
Reasons for withdrawals: ${withdrawalReasons.join(', ')}`

/** A session of a demo operator, opened without their phone: this program already reads the database. */
async function signIn({ config, db }: RunningDemo, account: string): Promise<Call> {
  const operator = await db.query
    .selectFrom('operator')
    .select('id')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  const from = {
    address: '127.0.0.1',
    agent: 'npm run review',
    language: 'en',
    device: null,
    visitor: null,
    origin: '',
  }
  const at = { nowMs: systemClock.nowMs(), random: systemRandom, from, hasSecondFactor: true }
  const { token } = await openSession(db.query, { operatorId: operator.id }, at)
  const base = `http://127.0.0.1:${config.consolePort}`
  return createClient(async ({ url, method, headers, body }) => {
    const cookie = `clearball-console=${token}`
    const response = await fetch(base + url, { method, headers: { ...headers, cookie }, ...(body && { body }) })
    return { status: response.status, body: await response.json() }
  })
}

async function list(finance: Call): Promise<void> {
  const { items: deposits } = await finance(queueDeposits, {})
  for (const { id, account, amount, status } of deposits) {
    console.log(`top-up      ${id}  ${account}  ${formatCents(amount)}  ${status}`)
  }
  const { items: withdrawals } = await finance(queueWithdrawals, {})
  for (const { id, account, amount, actual, status } of withdrawals) {
    console.log(`withdrawal  ${id}  ${account}  ${formatCents(amount)} (${formatCents(actual)} to pay)  ${status}`)
  }
  if (deposits.length + withdrawals.length === 0) console.log('Nothing waits.')
}

/** Where two people are needed, the reviewer is the first and finance the second. */
async function pass(demo: RunningDemo, { id, given }: { id: string; given: string }): Promise<void> {
  const [reviewer, finance] = [await signIn(demo, 'reviewer'), await signIn(demo, 'finance')]
  const isTopUp = await isDeposit(demo, id)
  if (isTopUp) {
    const received = parseCents(given)
    if (received === null) throw new Error('The amount that arrived is written like 50.00.')
    const { needsTwo } = await reviewer(takeDeposit, { id })
    await reviewer(agreeDeposit, { id, received })
    await finance(takeDeposit, { id })
    await finance(passDeposit, { id, received })
    console.log(`Credited ${given}${needsTwo ? ', as two people agreed' : ''}.`)
  } else {
    const { actual, flags } = await reviewer(takeWithdrawal, { id })
    await reviewer(agreeWithdrawal, { id })
    await finance(takeWithdrawal, { id })
    await finance(passWithdrawal, { id, payoutReference: given })
    console.log(`Paid out ${formatCents(actual)}${flags.length > 0 ? ` despite ${flags.join(', ')}` : ''}.`)
  }
}

async function reject(demo: RunningDemo, { id, reason, text }: { id: string; reason: string; text: string }) {
  const finance = await signIn(demo, 'finance')
  const isTopUp = await isDeposit(demo, id)
  await (isTopUp ? finance(takeDeposit, { id }) : finance(takeWithdrawal, { id }))
  if (isTopUp) await finance(rejectDeposit, { id, reason: reason as DepositReason, ...(text && { text }) })
  else await finance(rejectWithdrawal, { id, reason: reason as WithdrawalReason, text })
  console.log('Rejected; the player was told.')
}

async function isDeposit({ db }: RunningDemo, id: string): Promise<boolean> {
  const row = await db.query.selectFrom('deposit').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function run(demo: RunningDemo, [command, id = '', first = '', ...rest]: string[]): Promise<string | null> {
  if (command === undefined) await list(await signIn(demo, 'finance'))
  else if (command === 'pass' && first) await pass(demo, { id, given: [first, ...rest].join(' ') })
  else if (command === 'reject' && first) await reject(demo, { id, reason: first, text: rest.join(' ') })
  else return usage
  return null
}

await withRunningDemo(async (demo) => {
  try {
    return await run(demo, process.argv.slice(2))
  } catch (error) {
    if (error instanceof Refused) return `Refused: ${error.code} ${JSON.stringify(error.facts)}`
    return error instanceof Error ? error.message : String(error)
  }
})
