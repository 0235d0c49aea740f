import { type SignalRule, signalRules } from '#core/signals/rules'
import type { MoneySettings } from '#core/rules/money/settings'
import type { App } from '../../world/app.ts'
import { transaction } from '../../db/database.ts'
import type { AddressCountries } from '../../services/addresses/address-countries.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { lockSignals, placeHolds } from './holds.ts'
import { recordSignal } from './record-signal.ts'
import type { Find, Finding } from './rule.ts'
import { rules } from './rules.ts'
import { type SourceName, eventsAfter, sourceNames, sources } from './sources.ts'
import { type Lane, endTurn, lanes, takeTurn } from './turns.ts'

type Deciding = Pick<App, 'db' | 'clock' | 'random' | 'node' | 'log'>
type Looking = { readonly addresses: AddressCountries | null; readonly stopping?: AbortSignal }

/**
 * Lets the rules look at some of the events since the last look, of each kind that no other node looks at just now. Returns whether
 * there may be more.
 */
export async function evaluateSignals(app: Deciding, { addresses, stopping }: Looking): Promise<boolean> {
  let isMore = false
  for (const lane of Object.keys(lanes) as Lane[]) {
    for (const source of sourceNames) {
      if (stopping?.aborted) return false
      isMore = (await lookAt(app, { source, lane, addresses })) || isMore
    }
  }
  return isMore
}

type Look = { readonly source: SourceName; readonly lane: Lane; readonly addresses: AddressCountries | null }

async function lookAt(app: Deciding, { source, lane, addresses }: Look): Promise<boolean> {
  const place = await takeTurn(app, { source, lane })
  if (!place) return false
  const nowMs = app.clock.nowMs()
  const ended = { from: place, place, failure: null as string | null }
  let isMore = false
  try {
    const events = await eventsAfter(app.db.query, source, { place, until: new Date(nowMs - lanes[lane]) })
    const settings = await currentSettings(app.db.query, nowMs)
    const failures =
      events.length > 0 ? await applyRules(app, { source, ids: events.map(({ id }) => id), settings, addresses }) : []
    ended.place = events.at(-1) ?? place
    ended.failure = failures[0] ?? null
    isMore = events.length === sources[source].batch
  } catch (error) {
    ended.failure = messageOf(error)
    app.log.error({ err: error, source, lane }, 'the rules could not look at events')
  }
  await endTurn(app, { source, lane }, ended)
  return isMore
}

type Batch = {
  readonly source: SourceName
  readonly ids: readonly string[]
  readonly settings: MoneySettings
  readonly addresses: AddressCountries | null
}

/** Applies each rule that looks at such events. What fails is noted and keeps neither another rule nor another event from being looked at. */
async function applyRules(app: Deciding, batch: Batch): Promise<string[]> {
  const failures: string[] = []
  const { signals } = batch.settings
  for (const rule of signalRules) {
    const find = rules[rule][batch.source]
    if (!find || signals.points[rule] === 0) continue
    for (const finding of await findAll(app, { rule, find, batch, failures })) {
      await orNote(app, { rule, failures }, () => recordSignal(app, { rule, finding, signals }))
    }
  }
  if (batch.source === 'withdrawals' && signals.holds.length > 0)
    await orNote(app, { rule: 'holds', failures }, () => holdNew(app, batch))
  return failures
}

type Search = { readonly rule: SignalRule; readonly find: Find; readonly batch: Batch; readonly failures: string[] }

/** All events at once; one after the other where that fails, so that a single event spoils nothing but itself. */
async function findAll(app: Deciding, { rule, find, batch, failures }: Search): Promise<Finding[]> {
  const asked = { db: app.db.query, settings: batch.settings, addresses: batch.addresses }
  try {
    return await find(asked, batch.ids)
  } catch (error) {
    app.log.warn({ err: error, rule }, 'a rule failed and looks at each event by itself')
  }
  const findings: Finding[] = []
  for (const id of batch.ids)
    await orNote(app, { rule, failures, event: id }, async () => void findings.push(...(await find(asked, [id]))))
  return findings
}

type Noting = { readonly rule: string; readonly failures: string[]; readonly event?: string }

async function orNote(
  { log }: Deciding,
  { rule, failures, event }: Noting,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    failures.push(`${rule}: ${messageOf(error)}`)
    log.error({ err: error, rule, event }, 'a rule could not look at an event')
  }
}

/** Holds new withdrawals of players about whom there is a case already. */
async function holdNew({ db, random, clock }: Deciding, { ids, settings }: Batch): Promise<void> {
  const rows = await db.query
    .selectFrom('withdrawal')
    .innerJoin('signal_player', 'signal_player.player_id', 'withdrawal.player_id')
    .innerJoin('signal_case', 'signal_case.id', 'signal_player.case_id')
    .select('withdrawal.player_id')
    .distinct()
    .where('withdrawal.id', 'in', [...ids])
    .where('withdrawal.status', 'in', ['waiting', 'under_review'])
    .where('signal_case.state', '<>', 'closed')
    .execute()
  if (rows.length === 0) return
  const playerIds = rows.map(({ player_id }) => player_id)
  await transaction(db, random, async (tx) => {
    await lockSignals(tx)
    await placeHolds(tx, { playerIds, nowMs: clock.nowMs(), signals: settings.signals })
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
