import { type MoneySettingName, type MoneySettings, settingsFrom } from '#core/rules/money/settings'
import type { Queryable } from '../../db/database.ts'

/** The settings in force at an instant. */
export async function currentSettings(db: Queryable, nowMs: number): Promise<MoneySettings> {
  return settingsFrom(await settingsInForce(db, nowMs))
}

/** What was changed and is in effect: of each name the last row whose time has come. */
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
