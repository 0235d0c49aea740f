import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { transferKinds } from '#core/ledger/postings'
import { Field } from '#ui/Field'
import { Segments } from '#ui/Segments'
import { Select } from '#ui/Select'
import { useWords } from '../../../i18n/words.ts'
import type { StatementFilter } from '../../../queries/money.ts'
import { ExportButton } from './ExportButton.tsx'

type Chosen = {
  readonly account: '' | 'available' | 'held'
  readonly kind: string
  readonly from: string
  readonly until: string
}

/** Days are the reader's own: from the first one's midnight until the last one's is over. */
function filterOf({ account, kind, from, until }: Chosen): StatementFilter {
  const known = transferKinds.find((each) => each === kind)
  const dayAfter = new Date(`${until}T00:00`)
  dayAfter.setDate(dayAfter.getDate() + 1)
  return {
    ...(account && { account }),
    ...(known && { kind: known }),
    ...(from && { from: new Date(`${from}T00:00`).getTime() }),
    ...(until && { until: dayAfter.getTime() }),
  }
}

export function Filter({ onChange }: { onChange: (filter: StatementFilter) => void }) {
  const { t } = useWords()
  const [chosen, setChosen] = useState<Chosen>({ account: '', kind: '', from: '', until: '' })
  const choose = (part: Partial<Chosen>) => {
    const next = { ...chosen, ...part }
    setChosen(next)
    onChange(filterOf(next))
  }
  const day = (name: 'from' | 'until', label: string) => (
    <Field
      label={label}
      type="date"
      className="min-w-0 appearance-none"
      value={chosen[name]}
      {...(name === 'from' ? { max: chosen.until } : { min: chosen.from })}
      onChange={({ target }) => choose({ [name]: target.value })}
    />
  )
  return (
    <section className="flex flex-col gap-2">
      <Segments
        label={t('statement.account')}
        options={[
          { value: '', text: t('statement.all') },
          { value: 'available', text: t('home.balance') },
          { value: 'held', text: t('statement.held') },
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
          <div className="grid grid-cols-2 gap-3">
            {day('from', t('statement.from'))}
            {day('until', t('statement.until'))}
          </div>
          <ExportButton filter={filterOf(chosen)} />
        </div>
      </details>
    </section>
  )
}
