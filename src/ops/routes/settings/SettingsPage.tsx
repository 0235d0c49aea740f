import { useQuery } from '@tanstack/react-query'
import { listSettings } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { named, t } from '../../i18n/words.ts'
import { Problem } from '../../parts/Form.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { useMay } from '../../shell/me.ts'
import { ProposeSetting } from './ProposeSetting.tsx'
import { valueText } from './in-words.ts'

type Setting = Output<typeof listSettings>['items'][number]

/** The settings in force, their history, and changes that take effect later. */
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
                <Cell>{named('setting', setting.name)}</Cell>
                <Cell isFigure>
                  <strong>{valueText(setting.name, setting.value)}</strong>
                </Cell>
                <Cell isFigure>{valueText(setting.name, setting.byDefault)}</Cell>
                <Cell isFigure>
                  {valueText(setting.name, setting.least)} – {valueText(setting.name, setting.most)}
                </Cell>
                <Cell>
                  <History setting={setting} />
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
        {mayPropose && data ? <ProposeSetting settings={data.items} /> : null}
      </div>
    </>
  )
}

/** The value that a change followed: of the one that was in effect last before it, or the default. */
function formerOf({ history, byDefault }: Setting, change: Setting['history'][number]): string {
  const earlier = history
    .slice(history.indexOf(change) + 1)
    .filter(({ effectiveAt }) => effectiveAt <= change.effectiveAt)
  return earlier.sort((one, other) => other.effectiveAt - one.effectiveAt)[0]?.value ?? byDefault
}

function History({ setting }: { setting: Setting }) {
  const { name, history } = setting
  const now = useNow(15_000)
  if (history.length === 0) return '–'
  return (
    <ul className="flex flex-col gap-1 text-xs">
      {history.map((change) => (
        <li key={`${change.effectiveAt}${change.value}`}>
          {valueText(name, formerOf(setting, change))} <span aria-hidden>→</span>{' '}
          <strong>{valueText(name, change.value)}</strong>, <Moment at={change.effectiveAt} />
          {change.effectiveAt > now ? ` (${t('texts.later')})` : ''},{' '}
          {[change.proposedBy, change.approvedBy].filter(Boolean).join(' + ')}: “{change.reason}”
        </li>
      ))}
    </ul>
  )
}
