import { Refused } from '#contract/client'
import type { RefusalCode } from '#contract/refusals'
import { type Bet, type Selection, readPlay, stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import { formatCents, parseCents, sumCents } from '#core/money/cents'
import { findPeriod } from '#core/periods/schedule'
import { lineCount } from './figures.ts'

/** The same slip on draws to come. */
export type RepeatOrder = { readonly periods: number; readonly stopsOnWin: boolean }

/** A slip as it was sent, in a form that can be written down. */
export type SentSlip = {
  readonly key: string
  /** Whose it is: somebody else who logs in here neither sees nor sends it. */
  readonly player: string
  readonly game: string
  readonly drawId: string
  readonly rules: string
  readonly bets: readonly { play: string; selection: string; stake: string; odds: number }[]
  readonly repeatOrder: RepeatOrder | null
  /** Whether a try was left without an answer, so that it may have been bought. */
  readonly isLost: boolean
}

export const writtenBet = ({ market, position, key, stakePerLine, oddsHundredths }: Bet): SentSlip['bets'][number] => ({
  play: playCode(market, position),
  selection: key,
  stake: formatCents(stakePerLine),
  odds: oddsHundredths,
})

export const readBets = ({ bets }: SentSlip): readonly Bet[] =>
  bets.flatMap(({ play, selection, stake, odds }) => {
    const read = readPlay({ play, selection })
    return read ? [{ ...read, stakePerLine: parseCents(stake)!, oddsHundredths: odds }] : []
  })

/** A sent slip as the sheet shows it, for the draw it was sent for. */
export function shownSlip(slip: SentSlip) {
  const { issue, opensAtMs: opensAt, closesAtMs: closesAt, drawsAtMs: drawsAt } = findPeriod(slip.drawId)!
  const bets = readBets(slip)
  return {
    period: { issue, opensAt, closesAt, drawsAt, status: 'scheduled' as const },
    figures: { bets, lines: lineCount(bets), total: sumCents(bets.map(stakeOf)) },
  }
}

/** Whether a slip has just the bets that are chosen now. */
export function isChosen({ bets }: SentSlip, chosen: readonly Selection[]): boolean {
  const names = new Set(bets.map(({ play, selection }) => `${play} ${selection}`))
  return (
    chosen.length === names.size &&
    chosen.every(({ market, position, key }) => names.has(`${playCode(market, position)} ${key}`))
  )
}

/** Refusals from before the server looks up the idempotency key: they say nothing about an earlier try. */
const atTheDoor: readonly RefusalCode[] = ['not_signed_in', 'session_broken', 'too_many_requests']

/** Whether a slip may have been bought, or may still be, after it failed like this. */
export function mayBeBought(error: unknown, { isLost }: Pick<SentSlip, 'isLost'>): boolean {
  if (!(error instanceof Refused) || error.code === 'fault' || error.code === 'busy') return true
  return isLost && atTheDoor.includes(error.code)
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'clearball.slip.'

/**
 * The slips whose answer is not known. They outlive the tab that sent them, each under a name of its own so that tabs
 * cannot overwrite one another's, and go when their answer comes.
 */
export function createSentSlips(store: Store) {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const each of listeners) each()
  }
  const read = (name: string): SentSlip[] => {
    const text = store.getItem(name)
    return text === null ? [] : [JSON.parse(text) as SentSlip]
  }
  return {
    keep: (slip: SentSlip) => {
      store.setItem(prefix + slip.key, JSON.stringify(slip))
      tell()
    },
    forget: (key: string) => {
      store.removeItem(prefix + key)
      tell()
    },
    find: (key: string): SentSlip | undefined => read(prefix + key)[0],
    /** The player's slip without an answer on this game; it is resolved before another is sold. */
    waiting: (player: string, game: string): SentSlip | undefined =>
      Array.from({ length: store.length }, (_, at) => store.key(at)!)
        .filter((name) => name.startsWith(prefix))
        .sort()
        .flatMap(read)
        .find((slip) => slip.player === player && slip.game === game),
    listen: (heard: () => void) => {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    },
    tell,
  }
}
