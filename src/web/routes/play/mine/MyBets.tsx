import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { memo, useState } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { Amount } from '#ui/Amount'
import { betText } from '../../../i18n/bet-text.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import type { ShownBet } from '../../../queries/bets.ts'
import { ownBetsQuery } from './own-bets.ts'
import { serverNow } from '../../../state/clock.ts'
import { BetStatus } from '../../pay/bet/BetStatus.tsx'
import { type Mine, mineOf } from './mine.ts'

/** What a player has to spend, what they bet on this draw, and what came of it, where they bet. */
export const MyBets = memo(function MyBets({ game }: { game: GameCode }) {
  const { t, locale } = useWords()
  const { data: me } = useQuery(meQuery)
  const { data: bets } = useQuery({ ...ownBetsQuery(game), enabled: !!me })
  if (!me) return null
  return (
    <section
      aria-label={t('play.mine')}
      className="divide-y divide-line rounded-card border border-line bg-surface px-4 text-sm"
    >
      <p className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 py-1">
        <span className="text-quiet">{t('home.balance')}</span>
        <strong className="text-base">
          <Amount value={me.balance} locale={locale} />
        </strong>
      </p>
      {mineOf(bets ?? [], serverNow()).map((each) => (
        <OnDraw key={each.drawId} mine={each} />
      ))}
    </section>
  )
})

/** How many bets are shown unfolded, where the screen has room for them and the board. */
const fewBets = 3
const isShort = () => matchMedia('(max-height: 600px)').matches

function OnDraw({ mine: { issue, bets, staked, came } }: { mine: Mine }) {
  const { t, locale } = useWords()
  const [isWhole, setWhole] = useState(() => bets.length <= fewBets && !isShort())
  return (
    <div>
      <button
        type="button"
        aria-expanded={isWhole}
        className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 text-left tabular-nums"
        onClick={() => setWhole(!isWhole)}
      >
        <span className="flex min-w-0 items-center gap-1 text-quiet">
          {t('play.mineOn', { issue })}
          <ChevronDown aria-hidden className={`size-4 shrink-0 ${isWhole ? 'rotate-180' : ''}`} />
        </span>
        {isWhole ? null : (
          <span className="ml-auto">{came ? <Net came={came} /> : <Amount value={staked} locale={locale} />}</span>
        )}
      </button>
      {isWhole ? (
        <div className="pb-2">
          <ul className="flex flex-col gap-1 pb-1">
            {bets.map((bet) => (
              <OneBet key={bet.id} bet={bet} />
            ))}
          </ul>
          <p className="flex flex-wrap justify-between gap-x-3 text-quiet">
            <span>
              {t('orders.stake')} <Amount value={staked} locale={locale} />
            </span>
            {came ? (
              <span>
                {t('orders.payout')} <Amount value={came.paid} locale={locale} />
              </span>
            ) : null}
          </p>
          {/* Its space is reserved, so that nothing moves when it comes. */}
          <output aria-live="polite" className="flex min-h-6 justify-end">
            {came ? <Net came={came} /> : null}
          </output>
        </div>
      ) : null}
    </div>
  )
}

/** What came back less what was staked: a draw that paid less than it cost is not called a win. */
function Net({ came }: { came: NonNullable<Mine['came']> }) {
  const { t, locale } = useWords()
  return (
    <strong className={came.net > 0n ? 'text-good' : ''}>
      {t('play.net')} <Amount value={came.net} locale={locale} isMovement />
    </strong>
  )
}

/** A bet with its stake, and after the draw with its payout. Near misses are not shown. */
function OneBet({ bet }: { bet: ShownBet }) {
  const { locale } = useWords()
  const { play, selection } = betText(bet)
  const isOver = bet.outcome !== null
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0">
        <strong>{selection}</strong> <span className="text-quiet">{play}</span>
      </span>
      <span className="ml-auto flex items-center gap-2">
        <Amount value={isOver ? bet.payout : bet.stake} locale={locale} />
        {isOver ? <BetStatus bet={{ ...bet, state: 'completed' }} /> : null}
      </span>
    </li>
  )
}
