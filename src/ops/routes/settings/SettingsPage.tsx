import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listSettings, proposeSetting } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { named, t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input, Problem } from '../../parts/Form.tsx'
import { Moment, useNow } from '../../parts/Moment.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/Table.tsx'
import { useMay } from '../../shell/me.ts'

type Setting = Output<typeof listSettings>['items'][number]

/** What is set, what it was before, and what is yet to hold. */
export function SettingsPage() {
  const { data, error } = useQuery({ queryKey: ['settings'], queryFn: () => call(listSettings, {}) })
  const mayPropose = useMay('settings.propose')
  return (
    <>
      <PageHead title={t('settings.title')} />
      <Problem error={error} />
      <div className="flex flex-col gap-4">
        <Panel title={t('settings.title')}>
          <Table
            label={t('settings.title')}
            heads={[
              t('settings.setting'),
              { figure: t('settings.value') },
              { figure: t('settings.default') },
              { figure: t('settings.bounds') },
              t('settings.history'),
            ]}
          >
            {data?.items.map((setting) => (
              <Row key={setting.name}>
                <Cell>
                  {named('setting', setting.name)}
                  <span className="block text-xs text-quiet">{named('unit', setting.unit)}</span>
                </Cell>
                <Cell isFigure>
                  <strong>{setting.value}</strong>
                </Cell>
                <Cell isFigure>{setting.byDefault}</Cell>
                <Cell isFigure>
                  {setting.least} – {setting.most}
                </Cell>
                <Cell>
                  <History setting={setting} />
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
        {mayPropose && data ? <Propose settings={data.items} /> : null}
      </div>
    </>
  )
}

function History({ setting: { history } }: { setting: Setting }) {
  const now = useNow()
  if (history.length === 0) return '–'
  return (
    <ul className="flex flex-col gap-1 text-xs">
      {history.map((change) => (
        <li key={`${change.effectiveAt}${change.value}`}>
          <strong>{change.value}</strong>, <Moment at={change.effectiveAt} />
          {change.effectiveAt > now ? ` (${t('texts.later')})` : ''},{' '}
          {[change.proposedBy, change.approvedBy].filter(Boolean).join(' + ')}: “{change.reason}”
        </li>
      ))}
    </ul>
  )
}

function Propose({ settings }: { settings: readonly Setting[] }) {
  const client = useQueryClient()
  const propose = useMutation({
    mutationFn: (given: Readonly<Record<string, string>>) =>
      call(proposeSetting, {
        name: given.name as Setting['name'],
        value: given.value!.trim(),
        reason: given.reason!,
        ...(given.effectiveAt && { effectiveAt: new Date(given.effectiveAt).getTime() }),
      }),
    onSuccess: () => {
      toast(t('proposals.made'))
      void client.invalidateQueries()
    },
  })
  return (
    <Panel title={t('settings.change')}>
      <Form
        error={propose.error}
        onSend={(given) => propose.mutate(given)}
        className="grid grid-cols-4 items-end gap-3"
      >
        <Choice
          label={t('settings.setting')}
          name="name"
          options={settings.map(({ name }) => [name, named('setting', name)])}
        />
        <Input label={t('settings.newValue')} name="value" required autoComplete="off" />
        <Input label={t('settings.effective')} name="effectiveAt" type="datetime-local" className="col-span-2" />
        <Input label={t('field.reason')} name="reason" required minLength={5} className="col-span-3" />
        <Button type="submit" look="brand" disabled={propose.isPending}>
          {t('settings.propose')}
        </Button>
      </Form>
    </Panel>
  )
}
