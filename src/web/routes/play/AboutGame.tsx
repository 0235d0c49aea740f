import { BookOpen, ChartColumn, History, type LucideIcon, Play } from 'lucide-react'
import type { GameCode } from '#core/games/catalogue'
import { type Key, useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'
import { gamePath } from '../../shell/draws/game-pages.ts'

const places: readonly { path: string; label: Key; Icon: LucideIcon }[] = [
  { path: '/play/draws', label: 'past.draws', Icon: History },
  { path: '/play/trends', label: 'trends.title', Icon: ChartColumn },
  { path: '/play/rules', label: 'rules.title', Icon: BookOpen },
]

/** From one page about a game to the others, and to the game itself. */
export function AboutGame({ game, here }: { game: GameCode; here: string }) {
  const { t } = useWords()
  const others = places
    .filter(({ path }) => path !== here)
    .map((each) => ({ ...each, to: `${each.path}?game=${game}` }))
  const all = [{ to: gamePath(game), label: 'past.playGame' as const, Icon: Play }, ...others]
  return (
    <nav className="grid grid-cols-3 gap-2">
      {all.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className="flex min-h-16 min-w-0 flex-col items-center justify-center gap-1 rounded-card bg-surface shadow-card px-1 py-2 text-center text-sm leading-tight"
        >
          <Icon aria-hidden className="size-5 text-brand" />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
