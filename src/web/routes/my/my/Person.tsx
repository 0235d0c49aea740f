import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { addressOf } from '#contract/client'
import type { Output } from '#contract/endpoint'
import type { me } from '#contract/people/me'
import { viewUpload } from '#contract/uploads'
import { timeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { Avatar } from '../../../shell/Avatar.tsx'
import { Link } from '../../../shell/Link.tsx'
import { selectText, useCopy } from '../../../shell/fields/copying.ts'
import { useClock } from '../../../state/clock.ts'
import { InProof } from './InProof.tsx'

export type Me = Output<typeof me>

/** Picture, nickname and account. */
export function Person({ me: { nickname, account, avatarId } }: { me: Me }) {
  const { t } = useWords()
  const copy = useCopy()
  const shown = useRef<HTMLSpanElement>(null)
  return (
    <header className="flex items-center gap-3">
      <Avatar nickname={nickname} {...(avatarId && { src: addressOf(viewUpload, { id: avatarId }) })} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-xl leading-snug font-bold wrap-anywhere">{nickname}</p>
        <p className="text-sm wrap-anywhere text-quiet">
          {t('account.account')}{' '}
          <span ref={shown} className="font-semibold">
            {account}
          </span>
        </p>
      </div>
      <button
        type="button"
        aria-label={t('mine.copy')}
        onClick={() => void copy(account, () => selectText(shown.current))}
        className="flex size-11 shrink-0 items-center justify-center rounded-card text-brand"
      >
        <Copy aria-hidden className="size-5" />
      </button>
    </header>
  )
}

/** What the player must know before anything else: a status that is not normal, a pause of withdrawals. */
export function Notices({ me: { status, withdrawalsPausedUntil } }: { me: Me }) {
  const { t, locale } = useWords()
  const pausedUntil = withdrawalsPausedUntil ?? 0
  const isPaused = useClock((nowMs) => pausedUntil > nowMs)
  if (status === 'normal' && !isPaused) return null
  return (
    <div className="flex flex-col gap-1 rounded-card bg-warning-soft px-4 py-3 text-warning">
      {status === 'normal' ? null : (
        <>
          <p>{t(`account_status.${status}`)}</p>
          <Link to="/kefu/kefu" className="self-start py-2 font-semibold underline">
            {t('page.support')}
          </Link>
        </>
      )}
      {isPaused ? <p>{t('mine.paused', { time: timeText(pausedUntil, locale) })}</p> : null}
    </div>
  )
}

/** The balance and the two ways to change it. */
export function Purse({ me }: { me: Me }) {
  const { t, locale } = useWords()
  const { balance, exclusion } = me
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface shadow-card p-4">
      <div>
        <h2 className="text-sm text-quiet">{t('home.balance')}</h2>
        <p className="text-2xl font-bold">
          <Amount value={balance} locale={locale} />
        </p>
        <InProof me={me} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Link to="/pay/recharge" className={buttonClass(exclusion ? 'quiet' : 'brand')}>
          {t('pay.topUp')}
        </Link>
        <Link to="/pay/withdraw" className={buttonClass(exclusion ? 'brand' : 'quiet')}>
          {t('pay.withdraw')}
        </Link>
      </div>
    </section>
  )
}
