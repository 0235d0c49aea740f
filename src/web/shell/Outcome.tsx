import { Refused } from '#contract/client'
import type { RefusalCode } from '#contract/refusals'
import { type Key, useWords } from '../i18n/words.ts'
import { useIsSolving } from '../state/captcha.ts'
import { Link } from './Link.tsx'

/** The page where the reason of a refusal can be resolved, and the text of the link to it. */
const waysOut: Partial<Record<RefusalCode, { to: string; label: Key }>> = {
  not_signed_in: { to: '/account/login', label: 'account.login' },
  certification_required: { to: '/my/certification', label: 'my.certification' },
  payment_password_unset: { to: '/my/paypwd', label: 'my.paymentPassword' },
  insufficient_balance: { to: '/pay/recharge', label: 'pay.topUp' },
  account_abnormal: { to: '/kefu/kefu', label: 'page.support' },
  account_frozen: { to: '/kefu/kefu', label: 'page.support' },
  account_restricted: { to: '/kefu/kefu', label: 'page.support' },
  account_staff: { to: '/kefu/kefu', label: 'page.support' },
  transactions_restricted: { to: '/kefu/kefu', label: 'page.support' },
  withdrawals_used_up: { to: '/kefu/kefu', label: 'page.support' },
  withdrawal_needs_support: { to: '/kefu/kefu', label: 'page.support' },
  receiving_unknown: { to: '/kefu/kefu', label: 'page.support' },
  payment_claimed: { to: '/kefu/kefu', label: 'page.support' },
  payment_locked: { to: '/kefu/kefu', label: 'page.support' },
  deposit_limit_reached: { to: '/my/limits', label: 'my.limits' },
  stake_limit_reached: { to: '/my/limits?kind=stake', label: 'my.limits' },
  loss_limit_reached: { to: '/my/limits?kind=loss', label: 'my.limits' },
  player_excluded: { to: '/my/limits', label: 'my.limits' },
  deposits_too_many: { to: '/pay/shlist', label: 'pay.reviews' },
  wallets_too_many: { to: '/pay/banklist', label: 'pay.wallets' },
  wallet_known: { to: '/pay/banklist', label: 'pay.wallets' },
  wallet_waiting: { to: '/pay/banklist', label: 'pay.wallets' },
}

type Sent = { readonly error: unknown; readonly isPending: boolean; readonly failureCount: number }

/** The outcome of a call: why it was refused, with a link that helps, or that its answer is still awaited. */
export function Outcome({ of: sent, isTold = false }: { of: Sent; isTold?: boolean }) {
  const { t, problem } = useWords()
  const isSolving = useIsSolving()
  const way = sent.error instanceof Refused ? waysOut[sent.error.code] : undefined
  return (
    <p role="alert" className="min-h-6">
      {sent.error && !isTold ? <span className="text-danger">{problem(sent.error)}</span> : null}{' '}
      {way ? (
        <Link to={way.to} className="inline-block py-2 font-semibold text-brand underline">
          {t(way.label)}
        </Link>
      ) : null}
      {sent.isPending && isSolving ? <span className="text-quiet">{t('common.notRobot')}</span> : null}
      {sent.isPending && !isSolving && sent.failureCount > 0 ? (
        <span className="text-quiet">{t('common.checking')}</span>
      ) : null}
    </p>
  )
}
