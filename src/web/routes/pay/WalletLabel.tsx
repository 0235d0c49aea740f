import { Landmark, Wallet as WalletIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Network, WalletKind } from '#core/rules/money/wallet'

/** Enough of both ends to recognise an address. */
export const shortAddress = (address: string): string => `${address.slice(0, 5)}…${address.slice(-5)}`

export const cardText = (end: string): string => `•••• ${end}`

type Shown = {
  readonly kind: WalletKind
  readonly network: Network | null
  readonly address: string | null
  readonly bankName: string | null
  readonly cardEnd: string | null
}

/** A wallet in two short lines: what it is, and which one. */
export function WalletLabel({ wallet, children }: { wallet: Shown; children?: ReactNode }) {
  const { kind, network, address, bankName, cardEnd } = wallet
  const Icon = kind === 'bank' ? Landmark : WalletIcon
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 text-left">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-brand/12 text-brand">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold wrap-anywhere">{kind === 'bank' ? bankName : `USDT · ${network}`}</span>
        <span className="font-mono text-sm text-quiet" title={address ?? undefined}>
          {kind === 'bank' ? cardText(cardEnd!) : shortAddress(address!)}
        </span>
        {children}
      </span>
    </span>
  )
}
