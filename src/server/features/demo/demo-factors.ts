import { operatorRoles } from '#contract/ops'
import type { App } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import { confirmedFactors } from '../factors/confirmed.ts'
import type { Person } from '../factors/person.ts'
import { insertTotp, openTotpSecret, secretText, totpCode } from '../factors/totp.ts'

type Reader = Pick<App, 'db' | 'clock'> & { readonly config: Pick<App['config'], 'pepper'> }

/** Gives a demo operator an authenticator app with a secret of this installation. */
export async function addDemoFactor(tx: Tx, app: App, operatorId: string): Promise<void> {
  await insertTotp(
    tx,
    { kind: 'operator', id: operatorId },
    {
      id: app.random.uuid(),
      name: 'Demo',
      secret: secretText(app.random.bytes(20)),
      atMs: app.clock.nowMs(),
      isConfirmed: true,
      pepper: app.config.pepper,
    },
  )
}

/** The code that each demo operator's authenticator app shows now. */
export async function demoCodes(app: Reader): Promise<{ account: string; code: string }[]> {
  const codes = await Promise.all(
    (await demoOperators(app)).map(async ({ id, account }) => {
      const person: Person = { kind: 'operator', id }
      const totp = (await confirmedFactors(app.db.query, person)).find((each) => each.kind === 'totp')
      if (!totp) return []
      const secret = openTotpSecret(app.config.pepper, person, totp.secret!)
      return [{ account, code: totpCode(secret, app.clock.nowMs()) }]
    }),
  )
  return codes.flat()
}

function demoOperators({ db }: Reader) {
  return db.query
    .selectFrom('operator')
    .select(['id', 'account'])
    .where('account', 'in', operatorRoles)
    .orderBy('account')
    .execute()
}
