import { useState } from 'react'

export type ShownAccount<Account> = {
  readonly account: Account | null
  /** No more money should go to it. */
  readonly isFormer: boolean
  /** Shows the one that took its place, if there is one. */
  readonly showNew: (() => void) | null
  /** The accounts that were shown for every network. */
  readonly shown: readonly Account[]
}

/**
 * The account that was first shown at a place of this screen. It may be replaced while somebody pays to it, and must not turn
 * into another by itself: the payment would be reported for an account that never had it.
 */
export function useShownAccount<Account extends { readonly receivingId: string }>(
  place: string | undefined,
  current: Account | null | undefined,
): ShownAccount<Account> {
  const [shown, setShown] = useState<ReadonlyMap<string | undefined, Account>>(new Map())
  const show = (account: Account) => setShown(new Map(shown).set(place, account))
  if (current && !shown.has(place)) show(current)
  const account = shown.get(place) ?? current ?? null
  const isFormer = account?.receivingId !== current?.receivingId
  return { account, isFormer, showNew: isFormer && current ? () => show(current) : null, shown: [...shown.values()] }
}
