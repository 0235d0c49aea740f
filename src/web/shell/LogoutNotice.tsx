import { X } from 'lucide-react'
import { useWords } from '../i18n/words.ts'
import { logoutFacts } from '../state/session.ts'
import { Link } from './Link.tsx'

/** Tells somebody who was logged out why, on whatever page they are, until they dismiss it or log in again. */
export function LogoutNotice({ path }: { path: string }) {
  const { t, refusal } = useWords()
  const facts = logoutFacts.use()
  if (!facts) return null
  const mayReturn = facts.state === undefined || facts.state === 'frozen'
  return (
    <div role="alert" className="flex items-start gap-2 bg-warning-soft py-1 pl-4 text-warning">
      <p className="min-w-0 flex-1 py-2 text-sm">
        {refusal('session_broken', facts)}{' '}
        {mayReturn ? null : (
          <Link to="/kefu/kefu" className="block w-fit py-1 font-semibold underline">
            {t('page.support')}
          </Link>
        )}
        {mayReturn && path !== '/account/login' ? (
          <Link to="/account/login" className="block w-fit py-1 font-semibold underline">
            {t('account.login')}
          </Link>
        ) : null}
      </p>
      <button
        type="button"
        aria-label={t('common.done')}
        className="flex size-11 shrink-0 items-center justify-center"
        onClick={() => logoutFacts.set(null)}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  )
}
