import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { reportCohorts, reportGames, reportHours, reportMoney, reportPlayers } from '#contract/console/reports'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input, Problem } from '../../parts/Form.tsx'
import { PageHead } from '../../parts/Panel.tsx'
import { go, useSearch } from '../../shell/place.tsx'
import { Days, Hours } from './DayTables.tsx'
import { Games, Markets } from './GameTables.tsx'
import { Liability, MoneyByDay, ReviewTimes } from './MoneyTables.tsx'
import { Ages, Cohorts, Countries, Inviters } from './PlayerTables.tsx'
import { type Asked, type Compare, addressOf, askedIn, comparisons, formerDay, formerDays } from './range.ts'
import { ReportMail } from './ReportMail.tsx'
import { Totals } from './Totals.tsx'

type Range = { readonly from: string; readonly until: string }

type How = { readonly placeholderData?: typeof keepPreviousData }

/** The reports of some days; nothing is asked where there are none. */
function useReports(range: Range | null, how: How = {}) {
  const options = { enabled: range !== null, ...how }
  const days = range ?? { from: '', until: '' }
  const key = (name: string) => ['reports', name, days]
  return {
    games: useQuery({ queryKey: key('games'), queryFn: () => call(reportGames, days), ...options }),
    money: useQuery({ queryKey: key('money'), queryFn: () => call(reportMoney, days), ...options }),
    hours: useQuery({ queryKey: key('hours'), queryFn: () => call(reportHours, days), ...options }),
    players: useQuery({ queryKey: key('players'), queryFn: () => call(reportPlayers, days), ...options }),
  }
}

/**
 * A month back from today, unless the address names other days; figures come rolled up, so another range costs no more. The reports arrive one
 * after the other, and each draws its own tables alone: they have thousands of cells, and are memoized for that.
 */
export function ReportsPage() {
  const [openedMs] = useState(Date.now)
  const search = useSearch()
  const asked = useMemo(() => askedIn(search, openedMs), [search, openedMs])
  const formerDayOf = useMemo(() => formerDay(asked), [asked])
  const { from, until } = asked
  const now = useReports({ from, until }, { placeholderData: keepPreviousData })
  // Never those of other days: they would be compared with what they do not belong to.
  const former = useReports(formerDays(asked))
  const cohorts = useQuery({
    queryKey: ['reports', 'cohorts', from, until],
    queryFn: () => call(reportCohorts, { from, until }),
    placeholderData: keepPreviousData,
  })
  const problem = [...Object.values(now), ...Object.values(former), cohorts].find(({ error }) => error)?.error
  const [games, money] = [now.games.data, now.money.data]
  const [gamesBefore, moneyBefore] = [former.games.data, former.money.data]
  return (
    <>
      <PageHead title={t('reports.title')} beside={<RangeForm key={addressOf(asked)} asked={asked} />} />
      <Problem error={problem} />
      <div className="flex flex-col gap-4">
        {games && money ? (
          <Totals
            now={{ games, money }}
            former={gamesBefore && moneyBefore ? { games: gamesBefore, money: moneyBefore } : null}
          />
        ) : (
          <p>{t('loading')}</p>
        )}
        {games ? <Days report={games} former={gamesBefore} formerDayOf={formerDayOf} /> : null}
        {now.hours.data ? <Hours report={now.hours.data} former={former.hours.data} /> : null}
        {games ? (
          <>
            <Games report={games} former={gamesBefore} />
            <Markets report={games} former={gamesBefore} />
          </>
        ) : null}
        {now.players.data ? (
          <>
            <Ages report={now.players.data} former={former.players.data} />
            <Countries report={now.players.data} former={former.players.data} />
            <Inviters report={now.players.data} former={former.players.data} />
          </>
        ) : null}
        {cohorts.data ? <Cohorts report={cohorts.data} /> : null}
        {money ? (
          <>
            <MoneyByDay
              title={t('reports.deposits')}
              rows={money.deposits}
              former={moneyBefore?.deposits}
              formerDayOf={formerDayOf}
              file="top-ups"
            />
            <MoneyByDay
              title={t('reports.withdrawals')}
              rows={money.withdrawals}
              former={moneyBefore?.withdrawals}
              formerDayOf={formerDayOf}
              file="withdrawals"
            />
            <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
              <ReviewTimes report={money} />
              <Liability report={money} />
            </div>
          </>
        ) : null}
        <ReportMail />
      </div>
    </>
  )
}

/** Writes the days into the address, so that a link shows a colleague the same. */
function RangeForm({ asked }: { asked: Asked }) {
  return (
    <Form
      label={t('reports.title')}
      error={null}
      className="flex flex-wrap items-end gap-3"
      onSend={({ from, until, compare }) => go(addressOf({ from: from!, until: until!, compare: compare as Compare }))}
    >
      <Input label={t('reports.from')} name="from" type="date" defaultValue={asked.from} required />
      <Input label={t('reports.until')} name="until" type="date" defaultValue={asked.until} required />
      <Choice
        label={t('compare.with')}
        name="compare"
        defaultValue={asked.compare}
        options={comparisons.map((each) => [each, t(`compare.${each}Days`)])}
      />
      <Button type="submit" look="brand">
        {t('reports.show')}
      </Button>
    </Form>
  )
}
