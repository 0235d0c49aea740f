/** What the first lines of an SQL file say about the nodes that run while it is applied. */
export type Head = {
  /** Why nodes of the former release may not go on beside it; null where they may. */
  readonly notBeside: string | null
  /** Whether each of its statements is a transaction of its own, as `create index concurrently` has to be. */
  readonly isOutside: boolean
}

const besideLine = /^-- beside: (?:yes|no, because (\S.*))$/
const outsideLine = '-- outside a transaction'

/** A migration must say it. */
export function headOfMigration(name: string, text: string): Head {
  const head = readHead(text)
  if (!head) throw new Error(`${name} must open with "-- beside: yes" or "-- beside: no, because …"`)
  const broken = head.notBeside === null ? contractionsIn(text) : []
  if (broken.length > 0)
    throw new Error(
      `${name} says "beside: yes", and nodes of the former release cannot go on beside: ${broken.join('; ')}`,
    )
  return head
}

/** A function that keeps its arguments and its result may be replaced under a running node, unless its file says otherwise. */
export function headOfFunction(text: string): Head {
  return readHead(text) ?? { notBeside: null, isOutside: false }
}

function readHead(text: string): Head | null {
  const [first = '', second = ''] = text.split('\n')
  const found = besideLine.exec(first)
  return found && { notBeside: found[1] ?? null, isOutside: second === outsideLine }
}

/** Statements that take away what the former release uses, or lock a table for as long as its rows take. */
const contractions = [
  /\bdrop\s+(table|column|view|function|type)\b/i,
  /\brename\s+(to|column)\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
]

/** What a file that is safe beside the former release must not hold; the words of it that break the rule. */
export function contractionsIn(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '')
  const made = new Set(
    [...statements.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(([, name]) => name),
  )
  // An index keeps writers out while it is built. A new table has none, and `on only` builds nothing.
  const indexes = statements.matchAll(
    /\bcreate\s+(?:unique\s+)?index\s+(concurrently\s+)?(?:if\s+not\s+exists\s+)?\w+\s+on\s+(only\s+)?(\w+)/gi,
  )
  const blocking = [...indexes].filter(([, concurrently, only, table]) => !concurrently && !only && !made.has(table))
  return [...contractions.flatMap((each) => each.exec(statements)?.[0] ?? []), ...blocking.map(([words]) => words)]
}
