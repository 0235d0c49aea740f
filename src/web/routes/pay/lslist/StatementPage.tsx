import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { weekdayText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { type StatementFilter, statementQuery } from '../../../queries/money.ts'
import { Empty } from '../Empty.tsx'
import { Pages } from '../Pages.tsx'
import { Filter } from './Filter.tsx'
import { Movement } from './Movement.tsx'
import { SinceOpening } from './SinceOpening.tsx'
import { type Day, byDay } from './days.ts'

export function StatementPage() {
  const { t } = useWords()
  const [filter, setFilter] = useState<StatementFilter>({ account: 'available' })
  const listed = useInfiniteQuery(statementQuery(filter))
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <SinceOpening />
      <Filter onChange={setFilter} />
      <Pages
        of={listed}
        empty={<Empty picture="statement" text={t('statement.empty')} about={t('statement.emptyAbout')} />}
        groups={(items, isWhole) =>
          byDay(items, isWhole).map((day) => ({
            key: String(day.startMs),
            head: <DayHead day={day} />,
            items: day.items,
          }))
        }
      >
        {(movement) => <Movement key={movement.id} movement={movement} />}
      </Pages>
    </main>
  )
}

/** The day and what its movements come to; it stays in sight, below the top bar, as long as the day does. */
function DayHead({ day: { startMs, net } }: { day: Day<unknown> }) {
  const { t, locale } = useWords()
  return (
    <h2 className="sticky top-14 z-10 flex min-h-11 flex-wrap items-center justify-between gap-x-3 bg-background px-1 text-sm font-semibold short:top-12">
      <span>{weekdayText(startMs, locale)}</span>
      {net === null ? null : (
        <span className="ml-auto text-quiet">
          {t('statement.dayNet')} <Amount value={net} locale={locale} isMovement />
        </span>
      )}
    </h2>
  )
}
