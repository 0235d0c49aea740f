import { useMay } from '../shell/me.ts'
import { Link } from '../shell/place.tsx'

/** Up to this length a code stays in one line; the number of a draw has twelve digits. */
const lineMost = 14

/** A code, as what an action was about; a player’s file is a link for those who may open it. */
export function Subject({ of }: { of: string }) {
  const mayOpen = useMay('players.view')
  const [, id] = /^player:([0-9a-f-]{36})$/.exec(of) ?? []
  return (
    <span className={`font-mono text-xs ${of.length > lineMost ? 'wrap-anywhere' : 'whitespace-nowrap'}`}>
      {id && mayOpen ? (
        <Link to={`/players/${id}`} className="text-brand underline">
          {of}
        </Link>
      ) : (
        of
      )}
    </span>
  )
}
