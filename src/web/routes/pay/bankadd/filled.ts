import type { Input } from '#contract/endpoint'
import type { addWallet } from '#contract/money/wallets'

type Sent = Input<typeof addWallet>
type Without<Wallet extends Sent> = Wallet extends Sent ? Omit<Wallet, 'paymentPassword'> : never

/** A wallet as its form gives it; the payment password is asked for last. */
export type Filled = Without<Sent>

/** Puts a refusal beside the field it is about; says whether it could. */
export type Told = (error: unknown) => boolean

export type OnFilled = (wallet: Filled, tell: Told) => void
