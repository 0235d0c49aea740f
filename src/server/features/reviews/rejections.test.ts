import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectCertification } from '#contract/console/certifications'
import { rejectDeposit } from '#contract/console/deposits'
import { rejectWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { depositForm, money, paymentPassword, publishAddress, tronAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Visitor, application } from '../../testing/person.ts'

let house: House
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  await publishAddress(finance, await house.operator('admin'))
})
afterAll(() => house.close())

/** Creates one case of each kind; returns how to reject it with a text. */
const asked: Record<string, () => Promise<(text: string) => Promise<unknown>>> = {
  'a top-up': async () => {
    const an = await house.player({ certified: true })
    const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
    return (text) => finance.call(rejectDeposit, { id, reason: 'other', text })
  },
  'a withdrawal': async () => {
    const an = await withdrawer(house, '50.00')
    const form = { walletId: an.walletId, amount: money('20.00'), paymentPassword }
    const { id } = await an.call(requestWithdrawal, form, randomUUID())
    return (text) => finance.call(rejectWithdrawal, { id, reason: 'other', text })
  },
  'an application': async () => {
    const an = await house.player()
    const reviewer = await house.operator('reviewer')
    const { id } = await an.call(applyForCertification, await application(an), randomUUID())
    return (text) => reviewer.call(rejectCertification, { id, reason: 'other', text })
  },
}

test.each(Object.keys(asked))(
  'J6: the text that rejects %s cannot name a card or an address to the player',
  async (what) => {
    const reject = await asked[what]!()
    for (const text of ['pay 4111 1111 1111 1111 instead', `send it to ${tronAddress()}`]) {
      await expect(reject(text)).rejects.toMatchObject({ code: 'destination_in_text', facts: { field: 'text' } })
    }
    expect(await reject('the name on it is another one')).toEqual({ status: 'rejected' })
  },
)
