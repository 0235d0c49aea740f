import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { memo, useState } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { Amount } from '#ui/Amount'
import { betText } from '../../../i18n/bet-text.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import type { ShownBet } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { ownBetsQuery } from './own-bets.ts'
import { serverNow } from '../../../state/clock.ts'
import { type Mine, mineOf, netOf } from './mine.ts'

/** What a player bet on this draw, and what came of it, where they bet. */
export const MyBets = memo(function MyBets({ game }: { game: GameCode }) {
  const { t } = useWords()
  const { data: me } = useQuery(meQuery)
  const { data: own } = useQuery({ ...ownBetsQuery(game), enabled: !!me })
  const mine = me && own ? mineOf(own, serverNow()) : []
  if (mine.length === 0) return null
  return (
    <section
      aria-label={t('play.mine')}
      className="divide-y divide-line rounded-card border border-line bg-surface px-4 text-sm"
    >
      {mine.map((each) => (
        <OnDraw key={each.drawId} mine={each} />
      ))}
    </section>
  )
})

/** How many bets are shown unfolded, where the screen has room for them and the board. */
const fewBets = 3
const isShort = () => matchMedia('(max-height: 600px)').matches
/** A draw's number within its day: what follows the date. */
const shortIssue = (issue: string) => issue.slice(8)

function OnDraw({ mine: { issue, isLatest, bets, staked, came } }: { mine: Mine }) {
  const { t, locale } = useWords()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isWhole = chosen ?? (isLatest && bets.length <= fewBets && !isShort())
  const lines = bets.reduce((sum, bet) => sum + bet.lines, 0)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isWhole}
        className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 text-left tabular-nums"
        onClick={() => setChosen(!isWhole)}
      >
        <span className="flex min-w-0 items-center gap-1 font-semibold text-quiet">
          {t('play.mineOn', { issue: shortIssue(issue) })}
          <ChevronDown aria-hidden className={`size-4 shrink-0 ${isWhole ? 'rotate-180' : ''}`} />
        </span>
        <span className="ml-auto text-quiet">
          {staked === null ? null : isWhole ? (
            t('play.lines', { count: lines })
          ) : came ? (
            <Net came={came} />
          ) : (
            <Amount value={staked} locale={locale} />
          )}
        </span>
      </button>
      {isWhole ? (
        <div className="pb-2">
          <ul className="flex flex-col gap-1.5 pb-2">
            {bets.map((bet) => (
              <OneBet key={bet.id} bet={bet} />
            ))}
          </ul>
          {/* The sum stands where the result will, so that nothing moves when it comes. */}
          <output
            aria-live="polite"
            className="flex min-h-9 flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-2"
          >
            {staked === null ? (
              <Link to="/pay/xzlist" className="py-1 font-semibold text-brand underline">
                {t('pay.betOrders')}
              </Link>
            ) : came ? (
              <>
                <strong className="text-base">{t('play.net')}</strong>
                <span className="ml-auto text-base">
                  <Net came={came} />
                </span>
              </>
            ) : (
              <>
                <span className="text-quiet">{t('orders.stake')}</span>
                <span className="ml-auto text-base">
                  <Amount value={staked} locale={locale} />
                </span>
              </>
            )}
          </output>
        </div>
      ) : null}
    </div>
  )
}

/** What came back less what was staked: a draw that paid less than it cost is not called a win. */
function Net({ came }: { came: NonNullable<Mine['came']> }) {
  const { locale } = useWords()
  return (
    <strong className={`rounded-full px-2 py-0.5 ${came.net > 0n ? 'bg-accent/20 text-good' : 'text-text'}`}>
      <Amount value={came.net} locale={locale} isMovement />
    </strong>
  )
}

/** A bet with its stake, and after the draw with what it brought or cost. Near misses are not shown. */
function OneBet({ bet }: { bet: ShownBet }) {
  const { locale } = useWords()
  const { play, selection } = betText(bet)
  const net = netOf(bet)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0">
        <strong>{selection}</strong> <span className="text-quiet">{play}</span>
      </span>
      <span className="ml-auto flex items-baseline gap-2 font-semibold">
        {net === null ? (
          <Amount value={bet.stake} locale={locale} />
        ) : (
          <>
            <Outcome bet={bet} />
            <span className={`min-w-[4.5em] text-right ${net > 0n ? 'text-good' : 'text-quiet'}`}>
              <Amount value={net} locale={locale} isMovement />
            </span>
          </>
        )}
      </span>
    </li>
  )
}

const outcomes = { win: 'orders.win', lose: 'orders.lose', push: 'orders.push', void: 'orders.void' } as const

/** In a word how a bet came out. One that won less than it cost says what was paid. */
function Outcome({ bet: { outcome, payout, stake } }: { bet: ShownBet }) {
  const { t, locale } = useWords()
  if (outcome === null) return null
  const isDear = outcome === 'win' && payout < stake
  return (
    <span className={`text-xs font-normal ${outcome === 'win' && !isDear ? 'text-good' : 'text-quiet'}`}>
      {isDear ? (
        <>
          {t('orders.payout')} <Amount value={payout} locale={locale} />
        </>
      ) : (
        t(outcomes[outcome])
      )}
    </span>
  )
}
