import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Queryable } from '../../world/members/database.ts'
import type { ActionsHead } from './action-chain.ts'

/** The number of actions in one batch. */
const pieceSize = 1_000

/** Longer than any line, because the size of an action is bounded by the inputs of the calls. */
const tailBytes = 1_048_576

/**
 * Appends to a file the actions since its last line, each with its hash, in the order of the chain. A database that was rewritten,
 * chain included, contradicts the copy; the copy is then left as it is.
 */
export async function copyActions(db: Queryable, file: string): Promise<void> {
  const copy = await open(file, 'a+', 0o600)
  try {
    const { head, bytes } = await lastOf(copy)
    // A line that a crash cut off is written again.
    await copy.truncate(bytes)
    let last = head
    if (last && !(await isInChain(db, last))) throw new Error(`the actions in ${file} are not those of the database`)
    for (let links = await linksAfter(db, last); links.length > 0; links = await linksAfter(db, last)) {
      await copy.appendFile(links.map((link) => `${JSON.stringify(link)}\n`).join(''))
      await copy.datasync()
      const { number, hash } = links.at(-1)!
      last = { number: BigInt(number), hash }
    }
  } finally {
    await copy.close()
  }
}

/** The head of the copy, or null where nothing was copied yet. */
export async function copiedHead(file: string): Promise<ActionsHead | null> {
  if (!existsSync(file)) return null
  const copy = await open(file)
  try {
    return (await lastOf(copy)).head
  } finally {
    await copy.close()
  }
}

/** The head in the last complete line, and the length in bytes of all complete lines. */
async function lastOf(copy: FileHandle): Promise<{ head: ActionsHead | null; bytes: number }> {
  const { size } = await copy.stat()
  const from = Math.max(0, size - tailBytes)
  const { buffer } = await copy.read(Buffer.alloc(size - from), 0, size - from, from)
  const end = buffer.lastIndexOf('\n') + 1
  const line = buffer.toString('utf8', 0, end).trimEnd().split('\n').at(-1)
  if (!line) return { head: null, bytes: from + end }
  const { number, hash } = JSON.parse(line) as { number: string; hash: string }
  return { head: { number: BigInt(number), hash }, bytes: from + end }
}

async function isInChain(db: Queryable, { number, hash }: ActionsHead): Promise<boolean> {
  const link = await db.selectFrom('action_chain').select('hash').where('number', '=', number).executeTakeFirst()
  return link?.hash.toString('hex') === hash
}

async function linksAfter(db: Queryable, last: ActionsHead | null) {
  const rows = await db
    .selectFrom('action_chain as link')
    .innerJoin('operator_action as action', 'action.id', 'link.action_id')
    .innerJoin('operator', 'operator.id', 'operator_id')
    .select(['number', 'hash', 'at', 'account', 'capability', 'subject', 'reason', 'before', 'after'])
    .where('number', '>', last?.number ?? 0n)
    .orderBy('number')
    .limit(pieceSize)
    .execute()
  return rows.map(({ number, hash, at, account, ...action }) => ({
    number: String(number),
    at: at.toISOString(),
    operator: account,
    ...action,
    hash: hash.toString('hex'),
  }))
}
