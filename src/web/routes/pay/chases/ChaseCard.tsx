import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelChase } from '#contract/play/bets'
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
import type { ShownChase } from '../../../queries/bets.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { gameMarks } from '../../../shell/draws/game-marks.ts'

const statuses: Record<ShownChase['status'], { text: Key; look: string }> = {
  running: { text: 'chases.running', look: 'bg-brand-soft text-brand' },
  done: { text: 'chases.done', look: 'bg-background text-quiet' },
  won: { text: 'chases.won', look: 'bg-brand text-brand-text' },
  cancelled: { text: 'chases.cancelled', look: 'bg-background text-quiet' },
  stopped: { text: 'chases.stopped', look: 'bg-warning-soft text-warning' },
}

/** A chase: what it plays, how far it has come, and the way to stop it. */
export function ChaseCard({ chase }: { chase: ShownChase }) {
  const { t, locale } = useWords()
  const [isAsking, setAsking] = useState(false)
  const { text, look } = statuses[chase.status]
  const progress = t('chases.progress', { placed: chase.placed, periods: chase.periods })
  return (
    <li className="flex flex-col gap-3 px-4 py-4">
      <div className="flex items-start gap-3">
        <GameMark name={gameMarks[chase.game]} />
        <div className="min-w-0 flex-1">
          <h2 className="leading-snug font-semibold">{t(`game.${chase.game}`)}</h2>
          <p className="text-sm text-quiet">{exactTimeText(chase.createdAt, locale)}</p>
        </div>
        <span className={`shrink-0 rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold ${look}`}>{t(text)}</span>
      </div>
      <Slip bets={chase.bets} />
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm">
          <span className="tabular-nums">{progress}</span>
          {chase.stopsOnWin ? <span className="text-quiet">{t('chases.stopsOnWin')}</span> : null}
        </p>
        <ProgressBar label={progress} value={chase.placed / chase.periods} />
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-sm">
        <dt className="text-quiet">{t('chases.perDraw')}</dt>
        <dd className="text-right">
          <Amount value={chase.stake} locale={locale} />
        </dd>
        <dt className="text-quiet">{t('chases.held')}</dt>
        <dd className="text-right font-semibold">
          <Amount value={chase.held} locale={locale} />
        </dd>
      </dl>
      {chase.status === 'stopped' ? <p className="text-sm text-quiet">{t('chases.stoppedAbout')}</p> : null}
      {chase.status === 'running' ? (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t('chases.cancel')}
        </Button>
      ) : null}
      {isAsking ? <StopSheet id={chase.id} onDone={() => setAsking(false)} /> : null}
    </li>
  )
}

function Slip({ bets }: { bets: ShownChase['bets'] }) {
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
    mutationFn: () => call(cancelChase, { id }),
    onSuccess: () => {
      toast(t('chases.freed'))
      onDone()
    },
    // Also when it was refused: it may have ended by itself.
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['bets'] }), refreshMoney(queries)]),
  })
  return (
    <Sheet title={t('chases.cancelTitle')} onClose={onDone}>
      <p>{t('chases.cancelText')}</p>
      <Outcome of={stop} />
      <Button disabled={!isOnline || stop.isPending} onClick={() => stop.mutate()}>
        {t('chases.cancel')}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  )
}
