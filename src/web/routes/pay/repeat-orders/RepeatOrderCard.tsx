import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelRepeatOrder } from '#contract/play/bets'
import { exactTimeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { Button } from '#ui/Button'
import { GameMark } from '#ui/GameMark'
import { ProgressBar } from '#ui/ProgressBar'
import { Sheet } from '#ui/Sheet'
import { toast } from '#ui/Toast'
import { call } from '../../../client.ts'
import { betText } from '../../../i18n/bet-text.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { refreshMoney } from '../../../queries/accounts.ts'
import type { ShownRepeatOrder } from '../../../queries/bets.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { gameMarks } from '../../../shell/draws/game-marks.ts'

const statuses: Record<ShownRepeatOrder['status'], { text: Key; look: string }> = {
  running: { text: 'repeatOrders.running', look: 'bg-brand-soft text-brand' },
  done: { text: 'repeatOrders.done', look: 'bg-background text-quiet' },
  won: { text: 'repeatOrders.won', look: 'bg-brand text-brand-text' },
  cancelled: { text: 'repeatOrders.cancelled', look: 'bg-background text-quiet' },
  stopped: { text: 'repeatOrders.stopped', look: 'bg-warning-soft text-warning' },
}

/** A repeat order: what it plays, how far it has come, and the way to stop it. */
export function RepeatOrderCard({ repeatOrder }: { repeatOrder: ShownRepeatOrder }) {
  const { t, locale } = useWords()
  const [isAsking, setAsking] = useState(false)
  const { text, look } = statuses[repeatOrder.status]
  const progress = t('repeatOrders.progress', { placed: repeatOrder.placed, periods: repeatOrder.periods })
  return (
    <li className="flex flex-col gap-3 px-4 py-4">
      <div className="flex items-start gap-3">
        <GameMark name={gameMarks[repeatOrder.game]} />
        <div className="min-w-0 flex-1">
          <h2 className="leading-snug font-semibold">{t(`game.${repeatOrder.game}`)}</h2>
          <p className="text-sm text-quiet">{exactTimeText(repeatOrder.createdAt, locale)}</p>
        </div>
        <span className={`shrink-0 rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold ${look}`}>{t(text)}</span>
      </div>
      <Slip bets={repeatOrder.bets} />
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm">
          <span className="tabular-nums">{progress}</span>
          {repeatOrder.stopsOnWin ? <span className="text-quiet">{t('repeatOrders.stopsOnWin')}</span> : null}
        </p>
        <ProgressBar label={progress} value={repeatOrder.placed / repeatOrder.periods} />
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-sm">
        <dt className="text-quiet">{t('repeatOrders.perDraw')}</dt>
        <dd className="text-right">
          <Amount value={repeatOrder.stake} locale={locale} />
        </dd>
        <dt className="text-quiet">{t('repeatOrders.held')}</dt>
        <dd className="text-right font-semibold">
          <Amount value={repeatOrder.held} locale={locale} />
        </dd>
      </dl>
      {repeatOrder.status === 'stopped' ? <p className="text-sm text-quiet">{t('repeatOrders.stoppedAbout')}</p> : null}
      {repeatOrder.status === 'running' ? (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t('repeatOrders.cancel')}
        </Button>
      ) : null}
      {isAsking ? <StopSheet id={repeatOrder.id} onDone={() => setAsking(false)} /> : null}
    </li>
  )
}

function Slip({ bets }: { bets: ShownRepeatOrder['bets'] }) {
  return (
    <ul className="text-sm">
      {bets.map((bet) => {
        const { play, selection } = betText(bet)
        return (
          <li key={`${bet.play} ${bet.selection}`}>
            {play} · <strong>{selection}</strong>
          </li>
        )
      })}
    </ul>
  )
}

function StopSheet({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useWords()
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(cancelRepeatOrder, { id }),
    onSuccess: () => {
      toast(t('repeatOrders.freed'))
      onDone()
    },
    // Also when it was refused: it may have ended by itself.
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['bets'] }), refreshMoney(queries)]),
  })
  return (
    <Sheet title={t('repeatOrders.cancelTitle')} onClose={onDone}>
      <p>{t('repeatOrders.cancelText')}</p>
      <Outcome of={stop} />
      <Button disabled={!isOnline || stop.isPending} onClick={() => stop.mutate()}>
        {t('repeatOrders.cancel')}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  )
}
