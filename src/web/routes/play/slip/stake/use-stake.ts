import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Cents, zeroCents } from '#core/money/cents'
import { meQuery } from '../../../../queries/accounts.ts'
import type { GameDraws } from '../../../../queries/draws.ts'
import { fieldText, readField } from '../../../pay/amount-field.ts'
import { lastStake } from './last-stake.ts'
import { firstStake } from './stakes.ts'

/** The stake as it stands in its field. Until somebody changes it, it is the last one that the player bought in this browser. */
export function useStake(period: GameDraws['period']) {
  const { data: me } = useQuery(meQuery)
  const [typed, setStake] = useState<string | null>(null)
  const balance = me?.balance ?? null
  const last = me ? lastStake.get(me.id) : null
  const stake = typed ?? fieldText(firstStake(last, period?.stakes.minStake ?? zeroCents, balance))
  const keepStake = (bought: Cents) => me && lastStake.set(me.id, bought)
  return { stake, amount: readField(stake), setStake, keepStake, balance }
}
