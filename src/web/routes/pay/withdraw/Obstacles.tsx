import type { ReactNode } from 'react'
import type { Output } from '#contract/endpoint'
import type { withdrawalOptions } from '#contract/money/withdrawals'
import { amountText } from '#core/money/amount-text'
import type { Cents } from '#core/money/cents'
import { timeText } from '#core/writing/time-text'
import { type Key, useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { Notice } from '../Notice.tsx'
import type { Wallet } from '../banklist/WalletCard.tsx'

type Props = {
  options: Output<typeof withdrawalOptions>
  /** What is owed where it is more than the balance, so that every request is refused. */
  owed: Cents | null
  wallets: readonly Wallet[]
  now: number
}

/** What will be refused is told at once, with the way out. */
export function Obstacles({ options, owed, wallets, now }: Props) {
  const { t, refusal, locale } = useWords()
  const { isOpen, hasPaymentPassword, pausedUntil, timesLeft } = options
  const firstUsable = Math.min(...wallets.map(({ usableFrom }) => usableFrom))
  return (
    <>
      {isOpen ? null : (
        <Obstacle to="/kefu/kefu" way="page.support">
          {refusal('transactions_restricted')}
        </Obstacle>
      )}
      {owed !== null ? (
        <Obstacle to="/kefu/kefu" way="page.support">
          {t('withdrawal.owesMore', { amount: amountText(owed, locale) })}
        </Obstacle>
      ) : null}
      {wallets.length > 0 && firstUsable > now ? (
        <Obstacle to="/pay/banklist" way="pay.wallets">
          {t('wallet.usableFrom', { time: timeText(firstUsable, locale) })}
        </Obstacle>
      ) : null}
      {wallets.length > 0 ? null : (
        <Obstacle to="/pay/bankadd" way="pay.addWallet">
          {t('withdrawal.addFirst')}
        </Obstacle>
      )}
      {hasPaymentPassword ? null : (
        <Obstacle to="/my/paypwd" way="my.paymentPassword">
          {refusal('payment_password_unset')}
        </Obstacle>
      )}
      {pausedUntil === null ? null : (
        <Obstacle to="/kefu/kefu" way="page.support">
          {t('withdrawal.pausedUntil', { time: timeText(pausedUntil, locale) })}
        </Obstacle>
      )}
      {timesLeft > 0 ? null : (
        <Obstacle to="/kefu/kefu" way="page.support">
          {refusal('withdrawals_used_up')}
        </Obstacle>
      )}
    </>
  )
}

function Obstacle({ to, way, children }: { to: string; way: Key; children: ReactNode }) {
  const { t } = useWords()
  return (
    <Notice tone="warning">
      {children}{' '}
      <Link to={to} className="inline-block py-1 font-semibold underline">
        {t(way)}
      </Link>
    </Notice>
  )
}
