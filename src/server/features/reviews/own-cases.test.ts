import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { passCertification, takeCertification } from '#contract/console/certifications'
import { agreeDeposit, passDeposit, releaseDeposit, takeDeposit } from '#contract/console/deposits'
import { requestDeposit } from '#contract/money/deposits'
import { applyForCertification } from '#contract/people/certifications'
import { askChange, confirmChange } from '#contract/people/profile'
import { intrude } from '../../testing/ledger.ts'
import { depositForm, money, publishAddress } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, application } from '../../testing/person.ts'

let house: House
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  finance = await house.operator('finance')
  await publishAddress(finance, await house.operator('admin'))
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** Gives an operator the mailbox of a player. */
const named = (operator: string, player: Player) =>
  intrude(house, (tx) =>
    sql`update operator set email = (select replace(email, '@', '+work@') from player where id = ${player.id})
      where account = ${operator}`.execute(tx),
  )

async function asked(player: Player): Promise<string> {
  return (await player.call(requestDeposit, await depositForm(player), randomUUID())).id
}

const samePerson = { code: 'same_person' }
const received = money('50.00')

test('J5: nobody agrees to or passes what they asked for as a player, nor certifies themselves', async () => {
  const [an, binh] = [await house.player({ certified: true }), await house.player()]
  await named('finance', an)
  const id = await asked(an)
  await finance.call(takeDeposit, { id })
  for (const decide of [agreeDeposit, passDeposit])
    await expect(finance.call(decide, { id, received })).rejects.toMatchObject(samePerson)
  await finance.call(releaseDeposit, { id })
  const other = await house.colleague('finance')
  await other.call(takeDeposit, { id })
  expect(await other.call(passDeposit, { id, received })).toEqual({ status: 'passed' })

  const reviewer = await house.operator('reviewer')
  await named('reviewer', binh)
  const { id: applied } = await binh.call(applyForCertification, await application(binh), randomUUID())
  await reviewer.call(takeCertification, { id: applied })
  await expect(reviewer.call(passCertification, { id: applied })).rejects.toMatchObject(samePerson)
})

test('J5: nor once they have given that account another address, also where they joined again since', async () => {
  const an = await house.player({ certified: true })
  await named('finance', an)
  const id = await asked(an)
  const email = `moved.${an.account}@players.example`
  const { requestId } = await an.call(askChange, { field: 'email', email })
  const [mail] = await house.mailsTo(email, ({ subject }) => /\d{8}/.test(subject))
  await an.call(confirmChange, { requestId, code: /\d{8}/.exec(mail!.subject)![0] })
  await finance.call(takeDeposit, { id })
  await expect(finance.call(passDeposit, { id, received })).rejects.toMatchObject(samePerson)
  await finance.call(releaseDeposit, { id })

  const other = await house.colleague('finance')
  await other.call(takeDeposit, { id })
  const mailbox = (account: string) =>
    intrude(house, (tx) =>
      sql`update operator set email = ${`${an.account}@players.example`} where account = ${account}`.execute(tx),
    )
  const { account } = await house.app.db.query
    .selectFrom('operator')
    .innerJoin('deposit', 'deposit.taken_by', 'operator.id')
    .select('operator.account')
    .where('deposit.id', '=', id)
    .executeTakeFirstOrThrow()
  await mailbox(account)
  await expect(other.call(passDeposit, { id, received })).rejects.toMatchObject(samePerson)
})
