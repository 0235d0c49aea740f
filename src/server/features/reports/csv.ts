/**
 * A table as RFC 4180 has it. Every field is quoted, and one that a spreadsheet would run as a formula is led by an
 * apostrophe: what players and operators write ends up here. A plain number with a minus stays a number.
 */
export function asCsv(rows: readonly (readonly string[])[]): string {
  const field = (text: string) => {
    // As programs read it: past blanks and signs without a width, and in the wide forms that some of them take for ordinary.
    const begins = text.normalize('NFKC').replace(/^[\p{Z}\p{Cf}\n]+/u, '')
    const isFormula = /^[=+@\t\r]|^-(?![0-9.]+$)/.test(begins)
    return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
  }
  return `\uFEFF${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`
}
