import { BookOpen, ChartColumn, History, type LucideIcon, Percent } from 'lucide-react'
import { memo } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'

type WaysProps = {
  game: GameCode
  hasChances: boolean
  hasPast: boolean
  onChances: (has: boolean) => void
  onPast: (has: boolean) => void
}

const look =
  'flex min-h-12 grow basis-0 flex-col items-center justify-center gap-0.5 bg-surface px-1 py-1 text-center text-xs leading-tight font-medium text-text aria-pressed:bg-brand-soft'

/** What there is to know about a game: its past draws and rules, and its chances and latest draws right on the board. */
export const Ways = memo(function Ways({ game, hasChances, hasPast, onChances, onPast }: WaysProps) {
  const { t } = useWords()
  return (
    <nav
      aria-label={t('play.more')}
      className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line short:order-last"
    >
      <Link to={`/play/draws?game=${game}`} className={look}>
        <Icon of={History} />
        {t('play.pastDraws')}
      </Link>
      <button type="button" aria-pressed={hasPast} className={look} onClick={() => onPast(!hasPast)}>
        <Icon of={ChartColumn} />
        {t('play.trends')}
      </button>
      <Link to={`/play/rules?game=${game}`} className={look}>
        <Icon of={BookOpen} />
        {t('play.rules')}
      </Link>
      <button type="button" aria-pressed={hasChances} className={look} onClick={() => onChances(!hasChances)}>
        <Icon of={Percent} />
        {t('play.chances')}
      </button>
    </nav>
  )
})

const Icon = ({ of: Shown }: { of: LucideIcon }) => <Shown aria-hidden className="size-4.5 shrink-0 text-brand" />

type NotesProps = {
  game: GameCode
  hasChances: boolean
  /** How many draws are shown under each cell; null where none are. */
  draws: number | null
}

/** How to read what somebody asked to see on the board, and what it is worth. */
export function BoardNotes({ game, hasChances, draws }: NotesProps) {
  const { t } = useWords()
  return (
    <>
      {hasChances ? (
        <p className="text-sm leading-snug text-quiet">
          {t('play.chancesText')} {t('play.hold')}
        </p>
      ) : null}
      {draws === null ? null : (
        <p className="text-sm leading-snug text-quiet">
          <strong className="text-text">{t('trends.over', { count: draws })}.</strong> {t('trends.line')}{' '}
          <Link to={`/play/trends?game=${game}`} className="inline-block py-1 font-semibold text-brand underline">
            {t('trends.title')}
          </Link>
        </p>
      )}
    </>
  )
}
