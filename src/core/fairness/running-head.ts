import { isCount } from './shape.ts'
import { parseCheckpoint, type Checkpoint } from './tlog/checkpoint.ts'
import { isSignedByOneOf, parseNote, type NoteKey, type VerifyEd25519 } from './tlog/note.ts'

// While bets come in, the bets of each open draw so far get a checkpoint of their own, one in each cell. It binds all of them: the
// cell must close with bets that begin with the same ones.

/** `site.example/fair/log` gives `site.example/fair/bets/<draw id>/<cell>`. */
export function betsOrigin(logOrigin: string, { drawId, cell }: { drawId: string; cell: number }): string {
  return logOrigin.replace(/log$/, `bets/${drawId}/${cell}`)
}

export type RunningHead = Checkpoint & { readonly cell: number }

/** The running head of a draw in a note, if one of these keys, named after the site's log, signed it. */
export function runningHead(
  note: string,
  { drawId, keys, verify }: { drawId: string; keys: readonly NoteKey[]; verify: VerifyEd25519 },
): RunningHead | null {
  const parsed = parseNote(note)
  const head = parsed && parseCheckpoint(parsed.text)
  const cell = Number(head?.origin.split('/').pop())
  if (!head || !keys[0] || !isCount(cell) || head.origin !== betsOrigin(keys[0].name, { drawId, cell })) return null
  return isSignedByOneOf(parsed, keys, verify) ? { ...head, cell } : null
}
