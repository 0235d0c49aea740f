import type { ReactNode } from 'react'
import type { Output } from '#contract/endpoint'
import type { withdrawalOptions } from '#contract/money/withdrawals'
import { timeText } from '#core/writing/time-text'
import { type Key, useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { Notice } from '../Notice.tsx'

type Props = { options: Output<typeof withdrawalOptions>; hasWallet: boolean }

/** What will be refused is told at once, with the way out. */
export function Obstacles({ options, hasWallet }: Props) {
  const { t, refusal, locale } = useWords()
  const { isOpen, hasPaymentPassword, pausedUntil, timesLeft } = options
  return (
    <>
      {isOpen ? null : (
        <Obstacle to="/kefu/kefu" way="page.support">
          {refusal('transactions_restricted')}
        </Obstacle>
      )}
      {hasWallet ? null : (
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
