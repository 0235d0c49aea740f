import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportGames, reportMoney } from '#contract/console/reports'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, Input, Problem } from '../../parts/Form.tsx'
import { PageHead } from '../../parts/Panel.tsx'
import { Games, Markets } from './GameTables.tsx'
import { Days, Liability, MoneyByDay, ReviewTimes } from './MoneyTables.tsx'
import { Totals } from './Totals.tsx'

const dayMs = 24 * 3_600_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** A month back from today; figures come rolled up, so another range costs no more. */
export function ReportsPage() {
  const [range, setRange] = useState(() => ({ from: day(Date.now() - 29 * dayMs), until: day(Date.now()) }))
  const games = useQuery({
    queryKey: ['reports', 'games', range],
    queryFn: () => call(reportGames, range),
    placeholderData: keepPreviousData,
  })
  const money = useQuery({
    queryKey: ['reports', 'money', range],
    queryFn: () => call(reportMoney, range),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead
        title={t('reports.title')}
        beside={
          <Form
            label={t('reports.title')}
            error={null}
            className="flex items-end gap-3"
            onSend={({ from, until }) => setRange({ from: from!, until: until! })}
          >
            <Input label={t('reports.from')} name="from" type="date" defaultValue={range.from} required />
            <Input label={t('reports.until')} name="until" type="date" defaultValue={range.until} required />
            <Button type="submit" look="brand">
              {t('reports.show')}
            </Button>
          </Form>
        }
      />
      <Problem error={games.error ?? money.error} />
      <div className="flex flex-col gap-4">
        {games.data && money.data ? <Totals games={games.data} money={money.data} /> : <p>{t('loading')}</p>}
        {games.data ? (
          <>
            <Days report={games.data} />
            <Games report={games.data} />
            <Markets report={games.data} />
          </>
        ) : null}
        {money.data ? (
          <>
            <div className="grid items-start gap-4 xl:grid-cols-2">
              <MoneyByDay title={t('reports.deposits')} rows={money.data.deposits} file="top-ups" />
              <MoneyByDay title={t('reports.withdrawals')} rows={money.data.withdrawals} file="withdrawals" />
            </div>
            <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
              <ReviewTimes report={money.data} />
              <Liability report={money.data} />
            </div>
          </>
        ) : null}
      </div>
    </>
  )
}
