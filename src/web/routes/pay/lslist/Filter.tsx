import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { transferKinds } from '#core/ledger/postings'
import { Segments } from '#ui/Segments'
import { Select } from '#ui/Select'
import { useWords } from '../../../i18n/words.ts'
import type { StatementFilter } from '../../../queries/money.ts'
import { type Days, instantsOfDays } from '#ui/browser/days.ts'
import { DayRange } from '../../../shell/lists/DayRange.tsx'
import { ExportButton } from './ExportButton.tsx'

type Chosen = Days & { readonly account: NonNullable<StatementFilter['account']>; readonly kind: string }

function filterOf({ account, kind, ...days }: Chosen): StatementFilter {
  const known = transferKinds.find((each) => each === kind)
  return { account, ...(known && { kind: known }), ...instantsOfDays(days) }
}

/** One part of the money at a time: what moves between two parts would be listed twice in both of them together. */
export function Filter({ onChange }: { onChange: (filter: StatementFilter) => void }) {
  const { t } = useWords()
  const [chosen, setChosen] = useState<Chosen>({ account: 'available', kind: '', from: '', until: '' })
  const choose = (part: Partial<Chosen>) => {
    const next = { ...chosen, ...part }
    setChosen(next)
    onChange(filterOf(next))
  }
  return (
    <section className="flex flex-col gap-2">
      <Segments
        label={t('statement.account')}
        options={[
          { value: 'available', text: t('home.balance') },
          { value: 'held', text: t('statement.held') },
          { value: 'repeat_order', text: t('statement.repeat_order') },
        ]}
        value={chosen.account}
        onChange={(account) => choose({ account })}
      />
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-1 font-semibold text-brand">
          <SlidersHorizontal aria-hidden className="size-4" />
          {t('statement.filter')}
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-3 pt-1">
          <Select
            label={t('statement.kind')}
            options={[
              { value: '', text: t('statement.all') },
              ...transferKinds.map((value) => ({ value, text: t(`movement.${value}`) })),
            ]}
            value={chosen.kind}
            onChange={({ target }) => choose({ kind: target.value })}
          />
          <DayRange days={chosen} onChange={choose} />
          <ExportButton filter={filterOf(chosen)} />
        </div>
      </details>
    </section>
  )
}
