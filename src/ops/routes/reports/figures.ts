import type { Output } from '#contract/endpoint'
import type { reportGames, reportMoney } from '#contract/console/reports'
import { saveFile } from '#ui/browser/save-file.ts'
import { spoken } from '../../i18n/words.ts'

export type GamesReport = Output<typeof reportGames>
export type MoneyReport = Output<typeof reportMoney>

type Formats = { readonly count: Intl.NumberFormat; readonly percent: Intl.NumberFormat }

let known: Formats | null = null

/** Made once: a report has thousands of cells, and making one of these costs as much as drawing several of them. */
function formats(): Formats {
  known ??= {
    count: new Intl.NumberFormat(spoken()),
    percent: new Intl.NumberFormat(spoken(), { style: 'percent', minimumFractionDigits: 2 }),
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

/** Saves a table as it is shown. Every field is a number, a day or a name of ours, so none needs more than quotes. */
export function saveTable(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const csv = rows.map((row) => row.map((field) => `"${field}"`).join(',')).join('\r\n')
  saveFile({ name: `${name}.csv`, text: `\uFEFF${csv}\r\n`, type: 'text/csv' })
}
