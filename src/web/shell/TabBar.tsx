import { Headset, House, type LucideIcon, ReceiptText, UserRound } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { type Key, useWords } from '../i18n/words.ts'
import { meQuery } from '../queries/accounts.ts'
import { Link } from './Link.tsx'

const tabs: readonly { to: string; label: Key; Icon: LucideIcon }[] = [
  { to: '/', label: 'page.home', Icon: House },
  { to: '/pay/xzlist', label: 'pay.betOrders', Icon: ReceiptText },
  { to: '/kefu/kefu', label: 'page.support', Icon: Headset },
  { to: '/my/my', label: 'page.mine', Icon: UserRound },
]

/** The tab bar. Going between tabs adds no steps to the history. */
export function TabBar({ path }: { path: string }) {
  const { t } = useWords()
  const unread = useQuery(meQuery).data?.unread ?? 0
  return (
    <nav
      aria-label={t('page.tabs')}
      className="sticky bottom-0 z-20 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {tabs.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          replace
          aria-current={to === path ? 'page' : undefined}
          className="relative flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-xs leading-tight text-quiet aria-[current=page]:font-semibold aria-[current=page]:text-brand"
        >
          <Icon aria-hidden className="size-6 shrink-0" />
          {to === '/kefu/kefu' && unread > 0 ? (
            <>
              <span
                aria-hidden
                className="absolute top-1 ml-6 min-w-4.5 rounded-full bg-danger px-1 leading-[1.5] font-semibold text-surface"
              >
                {unread > 99 ? '99+' : unread}
              </span>
              <span className="sr-only">{t('page.unread', { number: unread })}</span>
            </>
          ) : null}
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
