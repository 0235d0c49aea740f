import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listCountries, proposeCountries } from '#contract/console/countries'
import type { Output } from '#contract/endpoint'
import { countries } from '#core/rules/countries'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input, Problem } from '../../parts/Form.tsx'
import { instantOf } from '../../parts/languages.ts'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { useMay } from '../../shell/me.ts'
import { useProposal } from '../../parts/proposal.ts'

type Listed = Output<typeof listCountries>

function useCountryNames(): (country: string) => string {
  return useMemo(() => {
    const names = new Intl.DisplayNames(spoken(), { type: 'region' })
    return (country) => names.of(country) ?? country
  }, [])
}

/** The countries whose residents may register and be certified, and who decided that. */
export function CountriesPage() {
  const { data, error } = useQuery({ queryKey: ['countries'], queryFn: () => call(listCountries, {}) })
  const mayPropose = useMay('settings.propose')
  const nameOf = useCountryNames()
  return (
    <>
      <PageHead title={t('countries.title')} />
      <Problem error={error} />
      {data ? (
        <div className="flex flex-col gap-4">
          <Panel title={t('countries.notServed')}>
            {data.notServed.length === 0 ? <p className="text-sm text-good">{t('countries.allServed')}</p> : null}
            <ul className="flex flex-wrap gap-2">
              {data.notServed.map((country) => (
                <li key={country}>
                  <Badge tone="danger">
                    {nameOf(country)}
                    {data.fixed.includes(country) ? ` · ${t('countries.fixed')}` : ''}
                  </Badge>
                </li>
              ))}
            </ul>
          </Panel>
          {mayPropose ? <Propose /> : null}
          <History of={data.history} />
        </div>
      ) : null}
    </>
  )
}

function Propose() {
  const nameOf = useCountryNames()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const propose = useProposal((given: Readonly<Record<string, string>>) => {
    const effectiveAt = instantOf(given.effectiveAt)
    const isServed = given.isServed === 'yes'
    const asked = { countries: [...chosen], isServed, reason: given.reason! }
    return call(proposeCountries, { ...asked, ...(effectiveAt && { effectiveAt }) })
  })
  const offered = countries
    .filter((country) => !chosen.includes(country))
    .map((country) => [country, nameOf(country)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, spoken()))
  return (
    <Panel title={t('settings.change')}>
      <Form
        error={propose.error}
        onSend={(given) => propose.mutate(given, { onSuccess: () => setChosen([]) })}
        className="grid grid-cols-4 items-end gap-3"
      >
        <Choice
          label={t('countries.add')}
          value=""
          onChange={({ target }) => setChosen([...chosen, target.value])}
          options={[['', ''], ...offered]}
        />
        <ul className="col-span-3 flex min-h-9 flex-wrap items-center gap-2">
          {chosen.map((country) => (
            <li key={country}>
              <Button onClick={() => setChosen(chosen.filter((each) => each !== country))}>
                {nameOf(country)} <span aria-hidden>×</span>
              </Button>
            </li>
          ))}
        </ul>
        <Choice
          label={t('countries.what')}
          name="isServed"
          options={[
            ['no', t('countries.withdraw')],
            ['yes', t('countries.serve')],
          ]}
        />
        <Input label={t('settings.effective')} name="effectiveAt" type="datetime-local" className="col-span-2" />
        <span />
        <Input label={t('field.reason')} name="reason" required minLength={5} className="col-span-3" />
        <Button type="submit" look="brand" disabled={propose.isPending || chosen.length === 0}>
          {t('settings.propose')}
        </Button>
      </Form>
    </Panel>
  )
}

function History({ of: history }: { of: Listed['history'] }) {
  const nameOf = useCountryNames()
  const now = useNow(15_000)
  return (
    <Panel title={t('settings.history')}>
      <Table
        label={t('settings.history')}
        heads={[
          t('field.country'),
          t('countries.what'),
          t('announcements.from'),
          t('receiving.people'),
          t('field.reason'),
        ]}
      >
        {history.map((change) => (
          <Row key={`${change.country}${change.effectiveAt}${change.isServed}`}>
            <Cell>{nameOf(change.country)}</Cell>
            <Cell>{t(change.isServed ? 'countries.serve' : 'countries.withdraw')}</Cell>
            <Cell>
              <Moment at={change.effectiveAt} />
              {change.effectiveAt > now ? ` (${t('texts.later')})` : ''}
            </Cell>
            <Cell>
              {change.proposedBy} + {change.approvedBy}
            </Cell>
            <Cell>“{change.reason}”</Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
