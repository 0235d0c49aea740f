import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { passCertification, rejectCertification, takeCertification } from '#contract/console/certifications'
import { agreeDeposit, passDeposit, proposeReversal, rejectDeposit, takeDeposit } from '#contract/console/deposits'
import { approveProposal } from '#contract/console/settings'
import { agreeWithdrawal, passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import type { Cents } from '#core/money/cents'
import { meetAt, playerRow } from '../../testing/requests/locks.ts'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, application } from '../../testing/person.ts'

/** Every transaction locks rows in this order, otherwise two of them could deadlock: docs/ledger.md. */
const cases = ['deposit', 'withdrawal', 'certification', 'wallet', 'repeat_order']
const accounts = ['account']

let house: House
let finance: Visitor
let admin: Visitor
let reviewer: Visitor
let payer: Player
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  admin = await house.operator('admin')
  reviewer = await house.operator('reviewer')
  await publishAddress(finance, admin)
  payer = await house.player({ certified: true })
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** A player and a prepared action about them. */
type Act = { readonly about: Player; act(): Promise<unknown> }

async function topUp(act: (made: { id: string; received: Cents }) => Promise<unknown>): Promise<Act> {
  const { id } = await payer.call(requestDeposit, await depositForm(payer), randomUUID())
  await finance.call(takeDeposit, { id })
  return { about: payer, act: () => act({ id, received: money('50.00') }) }
}

async function withdrawal(act: (made: { id: string }) => Promise<unknown>): Promise<Act> {
  const about = await withdrawer(house, '50.00')
  const form = { walletId: about.walletId, amount: money('20.00'), paymentPassword }
  const { id } = await about.call(requestWithdrawal, form, randomUUID())
  await finance.call(takeWithdrawal, { id })
  return { about, act: () => act({ id }) }
}

async function certification(act: (made: { id: string }) => Promise<unknown>): Promise<Act> {
  const about = await house.player()
  const { id } = await about.call(applyForCertification, await application(about), randomUUID())
  await reviewer.call(takeCertification, { id })
  return { about, act: () => act({ id }) }
}

const acts: Record<string, () => Promise<Act>> = {
  'asking for a top-up': async () => {
    const form = await depositForm(payer)
    return { about: payer, act: () => payer.call(requestDeposit, form, randomUUID()) }
  },
  'agreeing to a top-up': () => topUp((made) => finance.call(agreeDeposit, made)),
  'passing a top-up': () => topUp((made) => finance.call(passDeposit, made)),
  'rejecting a top-up': () => topUp(({ id }) => finance.call(rejectDeposit, { id, reason: 'not_arrived' })),
  'taking back a top-up': async () => {
    const about = await house.player({ certified: true })
    const { id } = await about.call(requestDeposit, await depositForm(about), randomUUID())
    await finance.call(takeDeposit, { id })
    await finance.call(passDeposit, { id, received: money('50.00') })
    const { proposalId } = await finance.call(proposeReversal, { id, reason: 'the bank recalled it' })
    return { about, act: () => admin.call(approveProposal, { id: proposalId }) }
  },
  'asking for a withdrawal': async () => {
    const about = await withdrawer(house, '50.00')
    const form = { walletId: about.walletId, amount: money('20.00'), paymentPassword }
    return { about, act: () => about.call(requestWithdrawal, form, randomUUID()) }
  },
  'agreeing to a withdrawal': () => withdrawal((made) => finance.call(agreeWithdrawal, made)),
  'passing a withdrawal': () =>
    withdrawal((made) => finance.call(passWithdrawal, { ...made, payoutReference: 'TX 1' })),
  'rejecting a withdrawal': () =>
    withdrawal((made) => finance.call(rejectWithdrawal, { ...made, reason: 'payout_failed', text: 'sent back' })),
  'applying for certification': async () => {
    const about = await house.player()
    const form = await application(about)
    return { about, act: () => about.call(applyForCertification, form, randomUUID()) }
  },
  'passing a certification': () => certification((made) => reviewer.call(passCertification, made)),
  'rejecting a certification': () =>
    certification((made) => reviewer.call(rejectCertification, { ...made, reason: 'photo_unreadable' })),
}

test.each(Object.keys(acts))('%s locks the player before any case or account', async (name) => {
  const { about, act } = await acts[name]!()
  const { results, locked } = await meetAt(house, playerRow(about.id), [act])
  expect(results).toMatchObject([{ status: 'fulfilled' }])
  expect(locked.filter((table) => [...cases, ...accounts].includes(table))).toEqual([])
})

test.each(['passing a top-up', 'asking for a withdrawal', 'passing a withdrawal', 'rejecting a withdrawal'])(
  '%s locks the player before the accounts',
  async (name) => {
    const { about, act } = await acts[name]!()
    const query = `select from account where ref like 'player:' || $1 || ':%' for update`
    const { results, locked } = await meetAt(house, { query, of: [about.id] }, [act])
    expect(results).toMatchObject([{ status: 'fulfilled' }])
    expect(locked).toContain('player')
  },
)
