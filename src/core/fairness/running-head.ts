import { parseCheckpoint, type Checkpoint } from './tlog/checkpoint.ts'
import { isSignedByOneOf, parseNote, type NoteKey, type VerifyEd25519 } from './tlog/note.ts'

// While bets come in, the bets of each open draw so far get a checkpoint of their own. It binds all of them: the close must begin with
// the same bets.

/** `site.example/fair/log` gives `site.example/fair/bets/<draw id>`. */
export function betsOrigin(logOrigin: string, drawId: string): string {
  return logOrigin.replace(/log$/, `bets/${drawId}`)
}

/** The running head of a draw in a note, if one of these keys, named after the site's log, signed it. */
export function runningHead(
  note: string,
  { drawId, keys, verify }: { drawId: string; keys: readonly NoteKey[]; verify: VerifyEd25519 },
): Checkpoint | null {
  const parsed = parseNote(note)
  const head = parsed && parseCheckpoint(parsed.text)
  if (!head || !keys[0] || head.origin !== betsOrigin(keys[0].name, drawId)) return null
  return isSignedByOneOf(parsed, keys, verify) ? head : null
}
