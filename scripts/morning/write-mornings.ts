/** What one task took; it is left out where a task was not possible. */
export type Counted = {
  readonly what: string
  readonly clicks: number
  readonly keys: number
  readonly waitedMs: number
}

/** The mornings of all roles, as they are kept. */
export type Mornings = {
  readonly day: string
  readonly on: string
  /** The commit that was measured, where it is not the one that holds the file. */
  readonly commit?: string
  readonly roles: Readonly<Record<string, readonly Counted[]>>
}

/** The seconds of an unhurried hand: to point at something and click it, and to press a key. */
const [clickSec, keySec] = [1.2, 0.28]

type Effort = Omit<Counted, 'what'>

const seconds = ({ clicks, keys, waitedMs }: Effort) => clicks * clickSec + keys * keySec + waitedMs / 1_000

const sum = (counted: readonly Effort[]): Effort => ({
  clicks: counted.reduce((total, { clicks }) => total + clicks, 0),
  keys: counted.reduce((total, { keys }) => total + keys, 0),
  waitedMs: counted.reduce((total, { waitedMs }) => total + waitedMs, 0),
})

const cells = (of: Effort | undefined) =>
  of
    ? [of.clicks, of.keys, (of.waitedMs / 1_000).toFixed(1), seconds(of).toFixed(1)].map(String)
    : ['not possible', '', '', '']

/** Rows as a table of Markdown, with the cells under one another; figures stand to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [head, ...rest] = rows.map(line)
  return [head, `| ${rule.join(' | ')} |`, ...rest].join('\n')
}

const heads = [
  'Task',
  ...['before', 'now'].flatMap((when) => ['clicks', 'keys', 'waited', 'seconds'].map((each) => `${each} ${when}`)),
]

function writtenRole(before: readonly Counted[], after: readonly Counted[]): string {
  const former = (what: string) => before.find((each) => each.what === what)
  const both = after.filter(({ what }) => former(what))
  const rows = after.map((now) => [now.what, ...cells(former(now.what)), ...cells(now)])
  const whole = both.map(({ what }) => former(what)!)
  const name = `**What was possible before (${both.length} of ${after.length})**`
  return aligned([heads, ...rows, [name, ...cells(sum(whole)), ...cells(sum(both))]])
}

const titles: Readonly<Record<string, string>> = {
  support: 'Support',
  reviewer: 'Reviewer',
  finance: 'Finance',
  risk: 'Risk',
  admin: 'Administrator',
  auditor: 'Auditor',
}

/** A table for each role. */
export function writtenTable(before: Mornings, after: Mornings): string {
  const parts = Object.entries(after.roles).map(([role, done]) => {
    return `## ${titles[role] ?? role}\n\n${writtenRole(before.roles[role] ?? [], done)}`
  })
  return parts.join('\n\n')
}

/** The document, of which nothing is written by hand. */
export function writtenMornings(before: Mornings, after: Mornings): string {
  return `${head(before, after)}\n\n${writtenTable(before, after)}\n`
}

const head = (before: Mornings, after: Mornings) => `# A morning's work

What an operator of each role does in a morning, in a browser of 1440 px, with the clicks and keys counted. \`npm run morning\` does it
again and prints these tables; with \`--record\` it writes this page. The tasks are in \`e2e/morning\`.

- **Clicks**: every press of the mouse. A choice from a list is two: one opens it, one chooses.
- **Keys**: every key, with those of the texts that are typed.
- **Waited**: the seconds in which the hand rests until the page shows what was asked for. The machine had other work, so these
  vary by a second or two from run to run.
- **Seconds**: ${clickSec} s for each click, ${keySec} s for each key, and the waiting. Reading and thinking are left out.

Now: ${after.day}, ${after.on}. Before: commit \`${before.commit}\`, the last one before lists, search, shifts, signals and the new
desk came in, measured on ${before.day}, ${before.on}, with the same tasks. Four of them
(answering, approving, taking a case, reading one again) have keys of their own by now, and are done with those. “Not possible” means
that the console offered no way to do it.`
