import { exactTimeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { DrawResult } from '#ui/DrawResult'
import { GameMark } from '#ui/GameMark'
import { oddsText } from '../../../i18n/odds.ts'
import { betText } from '../../../i18n/bet-text.ts'
import { useWords } from '../../../i18n/words.ts'
import type { ShownBet } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { gameMarks } from '../../../shell/draws/game-marks.ts'
import { familyOfGame } from '../../../shell/draws/game-pages.ts'
import { BetStatus } from '../bet/BetStatus.tsx'

/** A bet at a glance: what on, how much, and what came of it. */
export function BetRow({ bet }: { bet: ShownBet }) {
  const { t, locale } = useWords()
  const { play, selection } = betText(bet)
  return (
    <li>
      <Link to={`/pay/bet?id=${encodeURIComponent(bet.id)}`} className="flex flex-col gap-2 px-4 py-3">
        <span className="flex items-start gap-3">
          <GameMark name={gameMarks[bet.game]} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="flex justify-between gap-2">
              <span className="leading-snug font-semibold">{t(`game.${bet.game}`)}</span>
              <strong>
                <Amount value={bet.stake} locale={locale} />
              </strong>
            </span>
            <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
              <span className="text-sm text-quiet tabular-nums">{bet.issue}</span>
              <BetStatus bet={bet} />
            </span>
            <span className="text-sm leading-snug text-quiet">{play}</span>
            <span className="leading-snug">
              <strong>{selection}</strong>
              <span className="text-sm whitespace-nowrap text-quiet tabular-nums"> × {oddsText(bet.odds)}</span>
            </span>
          </span>
        </span>
        <span className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1 pl-15 max-[360px]:pl-0">
          {bet.result ? (
            <DrawResult family={familyOfGame(bet.game)} outcome={bet.result} size="small" />
          ) : (
            <span className="text-xs text-quiet">{exactTimeText(bet.at, locale)}</span>
          )}
          {bet.state === 'completed' && bet.outcome !== 'lose' ? (
            <span className="ml-auto font-semibold text-good">
              <Amount value={bet.payout} locale={locale} isMovement />
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  )
}
