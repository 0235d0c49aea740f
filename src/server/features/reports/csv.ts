/** A table as a file: it begins with a byte order mark, so that spreadsheets read it as UTF-8. */
export function asCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${csvLines(rows)}`
}

/**
 * Lines in RFC 4180 format. Every field is quoted. A field that a spreadsheet would run as a formula gets a leading
 * apostrophe, because players and operators write some of this text. A plain negative number stays a number.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  const field = (text: string) => {
    // Checked as spreadsheets read it: they skip blanks and zero-width characters, and some accept full-width forms.
    const begins = text.normalize('NFKC').replace(/^[\p{Z}\p{Cf}\n]+/u, '')
    const isFormula = /^[=+@\t\r]|^-(?![0-9.]+$)/.test(begins)
    return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
  }
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')
}
