import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Selection } from '#core/games/bets'
import type { GameCode } from '#core/games/catalogue'
import { parseCents, zeroCents } from '#core/money/cents'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { fieldText } from '../../pay/amount-field.ts'
import { type Change, choiceOf, nothing } from './choice.ts'
import { betsMost, figuresOf } from './figures.ts'
import { useLatestBets } from './latest-bets.ts'
import { useMostPaid } from './most-paid.ts'
import { usePurchase } from './purchase.ts'
import { isChosen, shownSlip } from './sent-slips.ts'
import { stakeRange } from './stake/stakes.ts'
import { useStake } from './stake/use-stake.ts'

type Given = {
  readonly game: GameCode
  readonly period: GameDraws['period']
  readonly selections: readonly Selection[]
  readonly onChange: (change: Change) => void
}

/** The stake of a slip, what it comes to, and its purchase. */
export function useSlip({ game, period, selections, onChange }: Given) {
  const { t } = useWords()
  const { stake, amount, setStake, keepStake, balance } = useStake(period)
  const [isOpen, setOpen] = useState(false)
  const [hasBought, setBought] = useState(false)
  const taken = period?.stakes
  const figures = useMemo(
    () => (selections.length > 0 && taken ? figuresOf(selections, amount ?? zeroCents, taken) : null),
    [selections, amount, taken],
  )
  const range = useMemo(
    () => (selections.length > 0 && taken ? stakeRange(selections, taken, balance) : null),
    [selections, taken, balance],
  )
  const { sending, buy, askAgain, waiting, refused } = usePurchase(game, {
    onBought: (slip) => {
      toast(t('success.purchased'))
      setBought(true)
      keepStake(parseCents(slip.bets[0]!.stake)!)
      setOpen(false)
      // Something else may have been chosen since a slip without an answer was sent.
      if (!isChosen(slip, selections)) return
      setStake(null)
      onChange({ do: 'replace', choice: nothing })
    },
    onRefused: (slip) => (isChosen(slip, selections) ? setStake(stake) : setOpen(false)),
    // The sheet that asked about it would sell what is chosen now, under the same button.
    onKnownElsewhere: () => setOpen(false),
  })
  // Otherwise the next tap on the board would open the sheet again, over the board.
  const isEmpty = selections.length === 0 && !waiting
  if (isOpen && isEmpty) setOpen(false)
  const sent = useMemo(() => (waiting ? shownSlip(waiting) : null), [waiting])
  const shown = sent ?? (period && figures ? { period, figures } : null)
  const win = useMostPaid(figures?.bets ?? null)
  const sentWin = useMostPaid(sent?.figures.bets ?? null)
  const isChoiceEmpty = useRef(true)
  useEffect(() => {
    isChoiceEmpty.current = selections.length === 0
  }, [selections])
  const again = useLatestBets(game, (bets) => {
    // On a slow line something else may have been chosen since.
    if (!isChoiceEmpty.current) return
    onChange({ do: 'replace', choice: choiceOf(bets) })
    setStake(fieldText(bets[0]!.stakePerLine))
  })
  const problem = useProblem(amount === null, figures)
  const open = () => {
    if (!waiting && (!figures || problem)) return
    if (!waiting) {
      sending.reset()
      // What is confirmed is what the sheet showed first, whatever becomes of the balance and of the last stake meanwhile.
      setStake(stake)
    }
    setOpen(true)
  }
  const close = useCallback(() => setOpen(false), [])
  const money = { stake, amount, setStake, range, figures, win, problem }
  const shownWin = sent ? sentWin : win
  return { ...money, shownWin, again, sending, buy, askAgain, waiting, refused, shown, hasBought, isOpen, open, close }
}

/** What is wrong with a slip, in a sentence; null where nothing is. */
function useProblem(isEmpty: boolean, figures: ReturnType<typeof figuresOf> | null): string | null {
  const { t, refusal } = useWords()
  if (!figures) return null
  if (isEmpty) return t('play.enterAmount')
  if (figures.bets.length > betsMost) return t('play.tooMany', { max: betsMost })
  return figures.problem && refusal(figures.problem.code, figures.problem.facts)
}
