/** Control characters, separators of lines, and characters that turn the direction of writing round. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * A line as a terminal may be given it. Names and texts come from logs of others, and one that moves the cursor or begins a
 * line of its own could write a verdict. JSON keeps its meaning, since this is how it writes such characters too.
 */
export function printable(line: string): string {
  return line.replaceAll(unsafe, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The only way to the terminal. */
export function print(...lines: readonly string[]): void {
  for (const line of lines) console.log(printable(line))
}

export function printError(...lines: readonly string[]): void {
  for (const line of lines) console.error(printable(line))
}
