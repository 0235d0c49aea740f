import type { KeyboardEvent } from 'react'
import type { Found } from '#contract/console/people/search'
import { named, sharedWords, t } from '../../i18n/words.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Link } from '../place.tsx'
import { foundPlace } from './found-place.ts'

type Props = { found: Found; onKeyDown: (event: KeyboardEvent) => void; onOpen: () => void }

/** One thing that was found: its name, by what it was found, and since when it is there. */
export function FoundLine({ found, onKeyDown, onOpen }: Props) {
  return (
    <Link
      to={foundPlace(found)}
      className="flex min-h-9 items-center gap-3 rounded-lg px-2 text-sm hover:bg-brand-soft focus:bg-brand-soft"
      onKeyDown={onKeyDown}
      onClick={onOpen}
    >
      <span className="font-semibold wrap-anywhere text-brand">
        {found.kind === 'signal' ? t('signals.case', { number: found.name }) : found.name}
      </span>
      <span className="min-w-0 flex-1 truncate text-quiet">{detailOf(found)}</span>
      {found.at === null ? null : (
        <span className="text-xs text-quiet">
          <Moment at={found.at} />
        </span>
      )}
    </Link>
  )
}

function detailOf({ kind, by, detail }: Found): string {
  if (kind === 'draw') return sharedWords().game[detail as keyof ReturnType<typeof sharedWords>['game']]
  const found = named('search.by', by)
  return detail === null ? found : `${found}: ${detail}`
}
