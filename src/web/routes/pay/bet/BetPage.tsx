import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { linePayout } from '#core/games/settle'
import { multiplyCents } from '#core/money/cents'
import { exactTimeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { buttonClass } from '#ui/Button'
import { DrawResult } from '#ui/DrawResult'
import { GameMark } from '#ui/GameMark'
import { oddsText } from '../../../i18n/odds.ts'
import { betText } from '../../../i18n/bet-text.ts'
import { useWords } from '../../../i18n/words.ts'
import { type ShownBet, betQuery } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { gameMarks } from '../../../shell/draws/game-marks.ts'
import { familyOfGame } from '../../../shell/draws/game-pages.ts'
import { useSearch } from '../../../shell/navigation.ts'
import { RecordMissing } from '../RecordMissing.tsx'
import { BetStatus } from './BetStatus.tsx'
import { KeptReceipt } from './KeptReceipt.tsx'

/** Everything there is to know about one bet. */
export function BetPage() {
  const { t } = useWords()
  const asked = useQuery(betQuery(useSearch().get('id') ?? ''))
  if (!asked.data)
    return asked.error ? (
      <RecordMissing of={asked} list={{ to: '/pay/xzlist', label: t('pay.betOrders') }} />
    ) : (
      <PendingPage for={asked} />
    )
  const bet = asked.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <BetHead bet={bet} />
      <Link to={`/fair/${bet.drawId}`} className={buttonClass('brand')}>
        <ShieldCheck aria-hidden className="size-5 shrink-0" />
        {t('orders.verify')}
      </Link>
      <BetRows bet={bet} />
      <KeptReceipt text={bet.receipt} betId={bet.id} />
    </main>
  )
}

function BetHead({ bet }: { bet: ShownBet }) {
  const { t, locale } = useWords()
  const isOver = bet.state === 'completed'
  return (
    <header className="flex flex-col items-center gap-3 rounded-card bg-surface shadow-card p-4 text-center">
      <div className="flex flex-wrap items-center justify-end gap-3 self-stretch text-left">
        <GameMark name={gameMarks[bet.game]} />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="leading-snug font-semibold">{t(`game.${bet.game}`)}</h2>
          <p className="text-sm text-quiet tabular-nums">
            {t('orders.period')} {bet.issue}
          </p>
        </div>
        <BetStatus bet={bet} />
      </div>
      <div className="flex min-h-11 items-center justify-center">
        {bet.result ? (
          <DrawResult family={familyOfGame(bet.game)} outcome={bet.result} size="large" />
        ) : (
          <span className="text-quiet">{t(bet.outcome === 'void' ? 'draw.void' : 'orders.noResult')}</span>
        )}
      </div>
      <div>
        <p className="text-sm text-quiet">{t(isOver ? 'orders.payout' : 'orders.stake')}</p>
        <p className={`text-3xl font-bold ${bet.outcome === 'win' && isOver ? 'text-good' : ''}`}>
          <Amount value={isOver ? bet.payout : bet.stake} locale={locale} />
        </p>
      </div>
    </header>
  )
}

function BetRows({ bet }: { bet: ShownBet }) {
  const { t, locale } = useWords()
  const { play, selection } = betText(bet)
  const amount = (value: ShownBet['stake']): ReactNode => <Amount value={value} locale={locale} />
  const possible = multiplyCents(linePayout(bet.stakePerLine, bet.odds), bet.lines)
  return (
    <Rows>
      <Row label={t('orders.play')} value={play} />
      <Row label={t('orders.selection')} value={<strong className="text-text">{selection}</strong>} />
      <Row label={t('orders.odds')} value={<span className="tabular-nums">{oddsText(bet.odds)}</span>} />
      <Row label={t('orders.lines')} value={new Intl.NumberFormat(locale).format(bet.lines)} />
      <Row label={t('orders.perLine')} value={amount(bet.stakePerLine)} />
      <Row label={t('orders.stake')} value={amount(bet.stake)} />
      {bet.state === 'completed' ? (
        <Row label={t('orders.payout')} value={amount(bet.payout)} />
      ) : bet.lines === 1 ? (
        <Row label={t('orders.possible')} value={amount(possible)} />
      ) : null}
      <Row label={t('movement.rebate')} value={amount(bet.rebate)} />
      <Row label={t('orders.at')} value={exactTimeText(bet.at, locale)} />
      <Row label={t('orders.drawsAt')} value={exactTimeText(bet.drawsAt, locale)} />
    </Rows>
  )
}
