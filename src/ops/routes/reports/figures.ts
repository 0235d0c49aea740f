import type { Output } from '#contract/endpoint'
import type { reportCohorts, reportGames, reportHours, reportMoney, reportPlayers } from '#contract/console/reports'
import { type Cents, formatCents, storedCents, zeroCents } from '#core/money/cents'
import { saveFile } from '#ui/browser/save-file.ts'
import { spoken } from '../../i18n/words.ts'

export type GamesReport = Output<typeof reportGames>
export type MoneyReport = Output<typeof reportMoney>
export type HoursReport = Output<typeof reportHours>
export type PlayersReport = Output<typeof reportPlayers>
export type CohortsReport = Output<typeof reportCohorts>

type Formats = {
  readonly count: Intl.NumberFormat
  readonly percent: Intl.NumberFormat
  readonly change: Intl.NumberFormat
  readonly short: Intl.NumberFormat
  readonly shortMoney: Intl.NumberFormat
}

let known: Formats | null = null

/** Made once: a report has thousands of cells, and making one of these costs as much as drawing several of them. */
function formats(): Formats {
  known ??= {
    count: new Intl.NumberFormat(spoken()),
    percent: new Intl.NumberFormat(spoken(), { style: 'percent', minimumFractionDigits: 2 }),
    change: new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    short: new Intl.NumberFormat(spoken(), { notation: 'compact', maximumFractionDigits: 1 }),
    shortMoney: new Intl.NumberFormat(spoken(), {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      maximumFractionDigits: 1,
    }),
  }
  return known
}

/** Hundredths of a percent as the reader writes them. */
export function percent(share: number | null): string {
  return share === null ? '–' : formats().percent.format(share / 10_000)
}

export function count(value: number): string {
  return formats().count.format(value)
}

/** How much more or less than before; a dash where there was nothing before. */
export function change(now: number, before: number): string {
  return before === 0 ? '–' : formats().change.format((now - before) / Math.abs(before))
}

/** Charts need heights, not cents; the exact amounts stand in the table. */
export const centsText = (height: number): string => formatCents(storedCents(BigInt(Math.round(height))))

/** An amount for an axis: `$1.2K`. */
export const shortCents = (height: number): string => formats().shortMoney.format(height / 100)

export const shortCount = (height: number): string => formats().short.format(height)

type Daily = { readonly day: string }
type Lookup<Row> = { readonly formerDayOf: (day: string) => string; readonly of: (row: Row) => Cents }

/** The amount of the former day that a day is compared with; null where nothing is compared. */
export function formerByDay<Row extends Daily>(former: readonly Row[] | undefined, { formerDayOf, of }: Lookup<Row>) {
  if (!former) return null
  const amounts = new Map(former.map((row) => [row.day, of(row)]))
  return ({ day }: Daily): Cents => amounts.get(formerDayOf(day)) ?? zeroCents
}

/** The day without its year, for an axis. */
export const shortDay = (day: string): string => day.slice(5)

/** A field that a spreadsheet would run as a formula is led by an apostrophe; a plain number or share with a sign stays one. */
function csvField(field: string | number): string {
  const text = String(field)
  const isFormula = /^[=@\t\r]|^[+-](?![0-9.,]+\s?%?$)/.test(text.normalize('NFKC').trimStart())
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** Saves a table as it is shown, in the reader's words. */
export function saveTable(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const csv = rows.map((row) => row.map(csvField).join(',')).join('\r\n')
  saveFile({ name: `${name}.csv`, text: `\uFEFF${csv}\r\n`, type: 'text/csv' })
}
