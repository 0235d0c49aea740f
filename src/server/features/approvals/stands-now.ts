import { sql } from 'kysely'
import type { ProposalKind, ProposalStatus } from '#contract/console/settings'
import { formatCents, parseCents, storedCents, zeroCents } from '#core/money/cents'
import { type MoneySettingName, moneySettings, writeSetting } from '#core/rules/money/settings'
import type { OperatorRole } from '#contract/ops'
import type { RunningConfig } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { notServed } from '../countries/served.ts'
import { currentAddresses, shownDestination } from '../receiving/receiving-accounts.ts'
import { capabilitiesOf } from '../../services/calls/capabilities.ts'
import { settingsInForce } from '../../services/settings/current-settings.ts'
import { fromCountries, topUpsTo, underWay } from './under-way.ts'

type At = { readonly db: Queryable; readonly nowMs: number; readonly config: RunningConfig }
type Facts = Readonly<Record<string, unknown>>

/** The current state of what a proposal would change, by kind. */
const stands: Record<ProposalKind, (at: At, content: never) => Promise<Facts>> = {
  'settings.change': settingNow,
  'countries.change': async (at, { countries }: { countries: readonly string[] }) => {
    const shut = await notServed(at.db, at)
    return {
      notServed: countries.filter((country) => shut.includes(country)),
      ...(await fromCountries(at.db, countries)),
    }
  },
  'receiving.publish': async ({ db, nowMs }, { network }: { network?: string }) => {
    const inUse = (await currentAddresses(db, nowMs)).find((each) => each.network === network)
    return { inUse: inUse?.address ?? null, topUps: inUse ? await topUpsTo(db, inUse.receivingId) : 0 }
  },
  'receiving.retire': receivingNow,
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
  'operators.invite': async (_, { role }: { role: OperatorRole }) => ({ role: null, ...roleChange(null, role) }),
  'operators.set-role': async ({ db }, { operatorId, role }: { operatorId: string; role: OperatorRole }) => {
    const operator = await db
      .selectFrom('operator')
      .select('role')
      .where('id', '=', operatorId)
      .executeTakeFirstOrThrow()
    return { role: operator.role, ...roleChange(operator.role as OperatorRole, role) }
  },
  'operators.recover': async ({ db }, { operatorId }: { operatorId: string }) => {
    const factors = await db
      .selectFrom('factor')
      .select('name')
      .where('operator_id', '=', operatorId)
      .where('confirmed_at', 'is not', null)
      .orderBy('created_at')
      .execute()
    const { sessions } = await db
      .selectFrom('session')
      .select((eb) => eb.fn.countAll<bigint>().as('sessions'))
      .where('operator_id', '=', operatorId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { factors: factors.map(({ name }) => name), sessions: Number(sessions) }
  },
}

/** `until` is what the proposed value follows: another change may take effect between now and then. */
async function settingNow(
  { db, nowMs }: At,
  { name, effectiveAtMs }: { name: MoneySettingName; effectiveAtMs: number | null },
): Promise<Facts> {
  const valueAt = async (atMs: number) => {
    const inForce = (await settingsInForce(db, atMs)).get(name) ?? moneySettings[name].byDefault
    return writeSetting(name, inForce)
  }
  const value = await valueAt(nowMs)
  const until = effectiveAtMs !== null && effectiveAtMs > nowMs ? await valueAt(effectiveAtMs) : value
  return { value, until, ...(await underWay(db, name, nowMs)) }
}

async function receivingNow({ db, nowMs }: At, { id }: { id: string }): Promise<Facts> {
  const row = await db
    .selectFrom('receiving_account')
    .select(['address', 'card_number', 'network', 'bank_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [inUse, of] = [shownDestination(row), row.network ?? row.bank_name]
  const isShown = (await currentAddresses(db, nowMs)).some(({ receivingId }) => receivingId === id)
  return { inUse, of, isShown, next: isShown ? await nextAddress(db, id, nowMs) : null, topUps: await topUpsTo(db, id) }
}

/** What players are shown once an address is gone that they are shown now: the one published before it, if that is still valid. */
async function nextAddress(db: Queryable, id: string, nowMs: number): Promise<string | null> {
  const { rows } = await sql<{ address: string }>`
    select other.address from receiving_account as other join receiving_account as retired using (network)
    where retired.id = ${id} and other.id <> ${id} and other.retired_at is null and other.valid_from <= ${new Date(nowMs)}
    order by other.valid_from desc, other.id limit 1`.execute(db)
  return rows[0]?.address ?? null
}

/** What somebody may do afterwards and not before, and the other way round. */
function roleChange(from: OperatorRole | null, to: OperatorRole): Facts {
  const [before, after] = [from ? capabilitiesOf(from) : [], capabilitiesOf(to)]
  return {
    gains: after.filter((each) => !before.includes(each)),
    loses: before.filter((each) => !after.includes(each)),
  }
}

type Proposal = {
  readonly kind: string
  readonly status: string
  readonly content: unknown
  readonly decided_at: Date | null
  readonly facts?: unknown
}

/** The current state of what an open proposal would change. */
export function standsNow(at: At, { kind, content }: Pick<Proposal, 'kind' | 'content'>): Promise<Facts> {
  return stands[kind as ProposalKind](at, content as never)
}

/**
 * The state that a proposal changes: the current one while it is open, afterwards what was kept at the decision. Of proposals
 * decided before that was kept, only settings, which have a history, can still show it.
 */
export async function stood(at: At, proposal: Proposal): Promise<Facts> {
  const { kind, status, content, decided_at, facts } = proposal
  if ((status as ProposalStatus) === 'open') return standsNow(at, proposal)
  if (facts) return facts as Facts
  if (kind !== 'settings.change') return {}
  const { name } = content as { name: MoneySettingName }
  const inForce = (await settingsInForce(at.db, decided_at!.getTime() - 1)).get(name) ?? moneySettings[name].byDefault
  return { value: writeSetting(name, inForce) }
}
