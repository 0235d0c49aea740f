import { t } from '../i18n/words.ts'
import { Link, usePath } from '../shell/place.tsx'

type Props = { path: string; first: string }

/** The two views of a page: what is to be done, and the list of everything. */
export function Tabs({ path, first }: Props) {
  const at = usePath()
  const tabs = [
    [path, first],
    [`${path}/all`, t('list.all')],
  ] as const
  return (
    <nav aria-label={t('list.views')} className="flex gap-1 rounded-lg border border-line bg-surface p-0.5 text-sm">
      {tabs.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          aria-current={at === to ? 'page' : undefined}
          className={`rounded-md px-3 py-1 ${at === to ? 'bg-brand-soft font-semibold text-brand' : 'hover:bg-brand-soft/60'}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
