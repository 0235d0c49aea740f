import { toBase64 } from './base64.ts'
import { type NoteKey, parseKey } from './note.ts'

// A policy file names a log, the witnesses that a reader trusts, and how many of them it takes.

export type Witness = { readonly name: string; readonly key: NoteKey; readonly url: string | null }
type Group = { readonly needed: number; readonly members: readonly string[] }

export type Policy = {
  readonly logs: readonly NoteKey[]
  readonly witnesses: readonly Witness[]
  readonly groups: ReadonlyMap<string, Group>
  /** A witness or a group; null where nobody's word is needed. */
  readonly quorum: string | null
}

export type PolicyProblem = {
  readonly line: number
  readonly problem: 'unknown-line' | 'bad-key' | 'key-used' | 'name-used' | 'name-unknown' | 'bad-number' | 'no-quorum'
}

/** Reads a policy. A name must stand before it is used, so that groups cannot contain each other. */
export function parsePolicy(text: string): Policy | PolicyProblem {
  const logs: NoteKey[] = []
  const witnesses: Witness[] = []
  const groups = new Map<string, Group>()
  const names = new Set<string>()
  // A witness counts in one way only: a name is a member once, and a key has one name.
  const members = new Set<string>()
  const keys = new Set<string>()
  const isNew = ({ type, publicKey }: NoteKey) => keys.size < keys.add(`${type} ${toBase64(publicKey)}`).size
  let quorum: string | null | undefined
  for (const [at, raw] of text.split('\n').entries()) {
    const fail = (problem: PolicyProblem['problem']): PolicyProblem => ({ line: at + 1, problem })
    const [word, ...rest] = raw.split(/[ \t]+/).filter(Boolean)
    if (!word || word.startsWith('#')) continue
    if (word === 'log' && rest.length >= 1 && rest.length <= 2) {
      const key = parseKey(rest[0]!)
      if (key?.type !== 1) return fail('bad-key')
      if (!isNew(key)) return fail('key-used')
      logs.push(key)
    } else if (word === 'witness' && rest.length >= 2 && rest.length <= 3) {
      const [name, vkey, url = null] = rest as [string, string, string?]
      const key = parseKey(vkey)
      if (key?.type !== 4) return fail('bad-key')
      if (!isNew(key)) return fail('key-used')
      if (names.has(name) || name === 'none') return fail('name-used')
      names.add(name)
      witnesses.push({ name, key, url })
    } else if (word === 'group' && rest.length >= 3) {
      const [name, count, ...listed] = rest as [string, string, ...string[]]
      if (names.has(name) || name === 'none') return fail('name-used')
      for (const member of listed) {
        if (!names.has(member)) return fail('name-unknown')
        if (members.has(member)) return fail('name-used')
        members.add(member)
      }
      const needed =
        count === 'all' ? listed.length : count === 'any' ? 1 : /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0
      if (needed < 1 || needed > listed.length) return fail('bad-number')
      names.add(name)
      groups.set(name, { needed, members: listed })
    } else if (word === 'quorum' && rest.length === 1 && quorum === undefined) {
      if (rest[0] !== 'none' && !names.has(rest[0]!)) return fail('name-unknown')
      quorum = rest[0] === 'none' ? null : rest[0]!
    } else return fail('unknown-line')
  }
  return quorum === undefined ? { line: 0, problem: 'no-quorum' } : { logs, witnesses, groups, quorum }
}

/** How many of which witnesses, or of which groups of them, are enough; null where nobody's word is needed. */
export function quorumOf({ groups, quorum }: Policy): Group | null {
  return quorum === null ? null : (groups.get(quorum) ?? { needed: 1, members: [quorum] })
}

/** Whether the witnesses with these names are enough. */
export function reachesQuorum({ groups, quorum }: Policy, signed: ReadonlySet<string>): boolean {
  if (quorum === null) return true
  const known = new Map<string, boolean>()
  for (const [name, { needed, members }] of groups)
    known.set(name, members.filter((member) => known.get(member) ?? signed.has(member)).length >= needed)
  return known.get(quorum) ?? signed.has(quorum)
}
