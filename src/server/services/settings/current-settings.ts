import { sql } from 'kysely'
import {
  type Bounds,
  type MoneySettingName,
  type MoneySettings,
  boundsBeside,
  narrower,
  settingsFrom,
} from '#core/rules/money/settings'
import type { Queryable, Tx } from '../../world/members/database.ts'

const settingsLock = 7_261_011

/** Serializes changes of settings, so that of two changes that depend on each other the second sees the first. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${settingsLock})`.execute(tx)
}

/** The settings in force at an instant. */
export async function currentSettings(db: Queryable, nowMs: number): Promise<MoneySettings> {
  return settingsFrom(await settingsInForce(db, nowMs))
}

/** The changed settings in effect: for each name, the last row whose time has come. */
export async function settingsInForce(db: Queryable, nowMs: number): Promise<ReadonlyMap<MoneySettingName, bigint>> {
  const rows = await db
    .selectFrom('setting_change')
    .distinctOn('name')
    .select(['name', 'value'])
    .where('effective_at', '<=', new Date(nowMs))
    .orderBy('name')
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ name, value }) => [name as MoneySettingName, value]))
}

/** The bounds of a setting from an instant on, given all other settings in effect then and all their changes to come. */
export async function boundsFrom(db: Queryable, name: MoneySettingName, fromMs: number): Promise<Bounds> {
  const values = new Map(await settingsInForce(db, fromMs))
  const later = await db
    .selectFrom('setting_change')
    .select(['name', 'value'])
    .where('effective_at', '>', new Date(fromMs))
    .orderBy('effective_at')
    .orderBy('id')
    .execute()
  let bounds = boundsBeside(name, values)
  for (const change of later) {
    if (change.name === name) break
    values.set(change.name as MoneySettingName, change.value)
    bounds = narrower(bounds, boundsBeside(name, values))
  }
  return bounds
}
