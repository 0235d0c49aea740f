import { ChevronDown, ChevronRight, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { games } from '#core/games/catalogue'
import { Select } from '#ui/Select'
import { useWords } from '../../../i18n/words.ts'
import type { BetFilter } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { instantsOfDays } from '#ui/browser/days.ts'
import { DayRange } from '../../../shell/lists/DayRange.tsx'
import { Refresh } from '../../../shell/lists/Refresh.tsx'

type Props = {
  onChange: (filter: BetFilter) => void
  list: { readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** What to show of the bets, and the way to the repeat orders. */
export function BetFilters({ onChange, list }: Props) {
  const { t } = useWords()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState({ game: '', from: '', until: '' })
  const choose = (part: Partial<typeof chosen>) => {
    const { game, ...days } = { ...chosen, ...part }
    setChosen({ game, ...days })
    const known = games.find(({ code }) => code === game)
    onChange({ ...(known && { game: known.code }), ...instantsOfDays(days) })
  }
  const look = 'flex min-h-11 items-center gap-1.5 px-1 text-sm font-semibold text-brand'
  return (
    <section className="-my-1 flex flex-col">
      <div className="flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={look}
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          {t('orders.filter')}
          <ChevronDown aria-hidden className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        <Link to="/pay/repeat-orders" className={look}>
          {t('orders.repeatOrders')}
          <ChevronRight aria-hidden className="size-4" />
        </Link>
        <span className="ml-auto">
          <Refresh of={list} />
        </span>
      </div>
      <div id={id} hidden={!isOpen} className="pt-1">
        <Select
          label={t('orders.game')}
          options={[
            { value: '', text: t('orders.allGames') },
            ...games.map(({ code }) => ({ value: code, text: t(`game.${code}`) })),
          ]}
          value={chosen.game}
          onChange={({ target }) => choose({ game: target.value })}
        />
        <div className="pt-3">
          <DayRange days={chosen} onChange={choose} />
        </div>
      </div>
    </section>
  )
}
