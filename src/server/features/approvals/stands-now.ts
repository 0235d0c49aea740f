import type { ProposalKind, ProposalStatus } from '#contract/console/settings'
import { formatCents, parseCents, storedCents, zeroCents } from '#core/money/cents'
import { type MoneySettingName, moneySettings, writeSetting } from '#core/rules/money/settings'
import type { RunningConfig } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { notServed } from '../countries/served.ts'
import { currentAddresses, shownDestination } from '../receiving/receiving-accounts.ts'
import { settingsInForce } from '../../services/settings/current-settings.ts'

type At = { readonly db: Queryable; readonly nowMs: number; readonly config: RunningConfig }
type Facts = Readonly<Record<string, unknown>>

/** The current state of what a proposal would change, by kind. */
const stands: Record<ProposalKind, (at: At, content: never) => Promise<Facts>> = {
  'settings.change': settingNow,
  'countries.change': async (at, { countries }: { countries: readonly string[] }) => {
    const shut = await notServed(at.db, at)
    return { notServed: countries.filter((country) => shut.includes(country)) }
  },
  'receiving.publish': async ({ db, nowMs }, { network }: { network?: string }) => {
    const inUse = (await currentAddresses(db, nowMs)).find((each) => each.network === network)
    return { inUse: inUse?.address ?? null }
  },
  'receiving.retire': async ({ db }, { id }: { id: string }) => {
    const row = await db
      .selectFrom('receiving_account')
      .select(['address', 'card_number', 'network', 'bank_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { inUse: shownDestination(row), of: row.network ?? row.bank_name }
  },
  'deposits.reverse': async ({ db }, { playerId, received }: { playerId: string; received: string }) => {
    const available = await balanceOf(db, `player:${playerId}:available`)
    const missing = parseCents(received)! - available
    return {
      available: formatCents(available),
      left: formatCents(missing < 0n ? storedCents(-missing) : zeroCents),
      owed: formatCents(missing > 0n ? storedCents(missing) : zeroCents),
    }
  },
  'draws.cancel': async ({ db }, { drawId }: { drawId: string }) => {
    const taken = await db
      .selectFrom('betting')
      .innerJoin('period', 'period.id', 'betting.period_id')
      .select(['betting.bets', 'betting.stakes'])
      .where('draw_id', '=', drawId)
      .executeTakeFirst()
    return { bets: taken?.bets ?? 0, stakes: formatCents(storedCents(taken?.stakes ?? 0n)) }
  },
  'operators.invite': async () => ({ role: null }),
  'operators.set-role': async ({ db }, { operatorId }: { operatorId: string }) => {
    const operator = await db
      .selectFrom('operator')
      .select('role')
      .where('id', '=', operatorId)
      .executeTakeFirstOrThrow()
    return { role: operator.role }
  },
}

async function settingNow({ db, nowMs }: At, { name }: { name: MoneySettingName }): Promise<Facts> {
  const inForce = (await settingsInForce(db, nowMs)).get(name) ?? moneySettings[name].byDefault
  return { value: writeSetting(name, inForce) }
}

type Proposal = {
  readonly kind: string
  readonly status: string
  readonly content: unknown
  readonly decided_at: Date | null
}

/**
 * The state that a proposal changes: the current one while it is open. After the decision only settings, which have a
 * history, can still show what they were before.
 */
export async function standsNow(at: At, { kind, status, content, decided_at }: Proposal): Promise<Facts> {
  if ((status as ProposalStatus) === 'open') return stands[kind as ProposalKind](at, content as never)
  if (kind !== 'settings.change') return {}
  return settingNow({ ...at, nowMs: decided_at!.getTime() - 1 }, content as { name: MoneySettingName })
}
