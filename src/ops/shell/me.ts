import { createContext, useContext } from 'react'
import type { Capability } from '#contract/console/capabilities'
import type { Output } from '#contract/endpoint'
import type { operatorMe } from '#contract/ops'

export type Me = Output<typeof operatorMe>

export const MeContext = createContext<Me | null>(null)

/** The operator whose console this is. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('nobody is logged in here')
  return me
}

/** Whether to offer an action; the server checks the same table again. */
export function useMay(capability: Capability): boolean {
  return useMe().can.includes(capability)
}
