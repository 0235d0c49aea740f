import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { placeBets, placeRepeatOrder } from '#contract/play/bets'
import type { Bet } from '#core/games/bets'
import type { GameCode } from '#core/games/catalogue'
import { parseCents } from '#core/money/cents'
import { findPeriod } from '#core/periods/schedule'
import { call } from '../../../client.ts'
import { meQuery, refreshMoney } from '../../../queries/accounts.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { useClock } from '../../../state/clock.ts'
import { type RepeatOrder, type SentSlip, createSentSlips, mayBeBought, writtenBet } from './sent-slips.ts'

const slips = createSentSlips(localStorage)
// Only other tabs get this event; this tab calls its own listeners.
addEventListener('storage', slips.tell)

async function place({ drawId, rules, bets, repeatOrder, key }: SentSlip) {
  const slip = { drawId, rules, bets: bets.map((bet) => ({ ...bet, stake: parseCents(bet.stake)! })) }
  if (!repeatOrder) return (await call(placeBets, slip, key)).receipts
  await call(placeRepeatOrder, { ...slip, ...repeatOrder }, key)
  return []
}

/** The slips that this tab got the answer of. */
const answered = new Set<string>()

function forget(key: string): void {
  answered.add(key)
  slips.forget(key)
}

/**
 * Written down before it leaves, so that it is found again whatever becomes of this page, until its answer is known.
 */
async function send(slip: SentSlip) {
  const sent = { ...slip, isLost: slip.isLost || !!slips.find(slip.key)?.isLost }
  slips.keep(sent)
  try {
    const receipts = await place(sent)
    forget(sent.key)
    return receipts
  } catch (error) {
    if (mayBeBought(error, sent)) slips.keep({ ...sent, isLost: true })
    else forget(sent.key)
    throw error
  }
}

async function keep(player: string, receipts: readonly string[]): Promise<void> {
  const { keepReceipts } = await import('../../../state/evidence.ts')
  await keepReceipts(player, receipts)
}

type Chosen = {
  readonly period: NonNullable<GameDraws['period']>
  readonly bets: readonly Bet[]
  readonly repeatOrder: RepeatOrder | null
}

type Told = {
  readonly onBought: (slip: SentSlip) => void
  readonly onRefused: (slip: SentSlip) => void
  /** Another tab asked about the slip that waited here, and got its answer. */
  readonly onKnownElsewhere: () => void
}

/**
 * Buys slips, one at a time. A slip whose answer is not known is asked about again, as it was and under its key,
 * before another is sold on this game: beside one whose fate is unknown, another could be a second one.
 */
export function usePurchase(game: GameCode, { onBought, onRefused, onKnownElsewhere }: Told) {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const player = me?.id ?? ''
  const key = useSyncExternalStore(slips.listen, () => slips.waiting(player, game)?.key)
  // While it is sent again it does not change; whether a try was lost is for `send` to know.
  const waiting = useMemo(() => (key === undefined ? undefined : slips.find(key)), [key])
  const [refusedKey, setRefusedKey] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async (receipts, slip) => {
      onBought(slip)
      void refreshMoney(queries)
      void queries.invalidateQueries({ queryKey: ['bets'] })
      // A browser that stores nothing has bought the slip all the same.
      if (receipts.length > 0) await keep(slip.player, receipts).catch(() => undefined)
    },
    onError: (_, slip) => {
      if (!slips.find(slip.key)) {
        setRefusedKey(slip.key)
        onRefused(slip)
      }
      void refreshMoney(queries)
      void queries.invalidateQueries({ queryKey: ['draws'] })
    },
  })
  const buy = ({ period: { drawId, rules }, bets, repeatOrder }: Chosen) => {
    if (waiting) return
    const slip = { drawId, rules, bets: bets.map(writtenBet), repeatOrder }
    sending.mutate({ ...slip, key: crypto.randomUUID(), player, game, isLost: false })
  }
  // Whoever sent it may be gone: this tab cannot know that the answer did not just get lost.
  const askAgain = () => waiting && sending.mutate({ ...waiting, isLost: true })
  useAskWhenOver(waiting, sending.isPending ? null : askAgain)
  useKnownElsewhere(waiting?.key, sending.isPending, (gone) => {
    // What this tab says of another slip stays.
    if (sending.variables?.key === gone) sending.reset()
    void refreshMoney(queries)
    void queries.invalidateQueries({ queryKey: ['bets'] })
    onKnownElsewhere()
  })
  const refused = sending.error && sending.variables.key === refusedKey ? sending.variables : undefined
  return { sending, buy, askAgain, waiting, refused }
}

/** Tells of a slip that no longer waits although this tab has no answer. While it asks itself, its own answer follows. */
function useKnownElsewhere(key: string | undefined, isAsking: boolean, tell: (gone: string) => void): void {
  const former = useRef(key)
  useEffect(() => {
    const gone = former.current
    former.current = key
    if (gone !== undefined && key === undefined && !isAsking && !answered.has(gone)) tell(gone)
  }, [key, isAsking, tell])
}

/** Once its draw is closed, asking can only find out what became of a slip, so nobody has to press for it. */
function useAskWhenOver(slip: SentSlip | undefined, ask: (() => void) | null): void {
  const isOnline = useIsOnline()
  const closesAt = slip ? (findPeriod(slip.drawId)?.closesAtMs ?? 0) : Infinity
  const isOver = useClock((nowMs) => nowMs >= closesAt)
  // Once for each slip and each return of the connection, not whenever it fails.
  const asked = useRef('')
  useEffect(() => {
    if (!isOnline) asked.current = ''
    if (!slip || !ask || !isOver || !isOnline || asked.current === slip.key) return
    asked.current = slip.key
    ask()
  }, [isOver, isOnline, ask, slip])
}
