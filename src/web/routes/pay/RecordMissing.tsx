import { buttonClass } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'
import { FetchError } from '../../shell/FetchError.tsx'

type Props = {
  of: { readonly error: unknown; readonly refetch: () => unknown }
  list?: { readonly to: string; readonly label: string }
}

/** A record that could not be fetched or does not exist, with a link to the list. */
export function RecordMissing({ of: asked, list }: Props) {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <FetchError error={asked.error} onRetry={asked.refetch} />
      <Link to={list?.to ?? '/pay/shlist'} replace className={buttonClass('brand')}>
        {list?.label ?? t('pay.reviews')}
      </Link>
    </main>
  )
}
