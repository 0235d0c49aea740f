import { listSignalCases } from '#contract/signals/cases'
import type { Output } from '#contract/endpoint'
import type { CaseState } from '#core/signals/case'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Choice, Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { useMay } from '../../shell/me.ts'
import { Link, useAsked } from '../../shell/place.tsx'

type Item = Output<typeof listSignalCases>['items'][number]
const whoseKeys = { all: 'signals.whose.all', own: 'signals.whose.own', free: 'signals.whose.free' } as const
const choices = ['all', 'own', 'free'] as const

/** Cases of one state; what is overdue stands first. */
export function CaseList({ state }: { state: CaseState }) {
  const [asked, ask] = useAsked('whose')
  const whose = choices.find((each) => each === asked) ?? 'all'
  const mayHandle = useMay('signals.handle')
  const { items, error, more } = usePages(['signals', state, whose], (page) =>
    call(listSignalCases, { ...page, state, ...(whose !== 'all' && { whose }) }),
  )
  const ends = state === 'closed' ? t('signals.ended') : t('signals.due')
  return (
    <Panel
      title={t(`signals.tab.${state}`)}
      beside={
        mayHandle ? (
          <Choice
            label={t('signals.whose')}
            value={whose}
            className="w-44"
            onChange={({ target }) => ask(target.value)}
            options={choices.map((each) => [each, t(whoseKeys[each])])}
          />
        ) : null
      }
    >
      <Problem error={error} />
      <Table
        label={t('signals.title')}
        heads={[
          t('signals.number'),
          t('signals.what'),
          t('signals.players'),
          t('signals.owner'),
          ends,
          { figure: t('signals.count') },
        ]}
      >
        {items?.map((item) => (
          <CaseRow key={item.id} item={item} />
        ))}
      </Table>
      <More more={more} />
    </Panel>
  )
}

function CaseRow({ item }: { item: Item }) {
  const rest = item.players - item.accounts.length
  return (
    <Row>
      <Cell>
        <Link to={`/signals/${item.id}`} className="font-semibold whitespace-nowrap text-brand underline">
          {t('signals.case', { number: item.number })}
        </Link>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          {item.rules.map((rule) => (
            <Badge key={rule}>{t(`rule.${rule}`)}</Badge>
          ))}
          {item.holds > 0 ? <Badge tone="warning">{t('signals.holding', { count: String(item.holds) })}</Badge> : null}
        </span>
      </Cell>
      <Cell>
        <span className="wrap-anywhere">
          {item.accounts.join(', ')}
          {rest > 0 ? ` ${t('signals.andMore', { count: String(rest) })}` : ''}
        </span>
      </Cell>
      <Cell>{item.owner ?? '–'}</Cell>
      <Cell>{item.conclusion && item.closedAt ? <Ended item={item} /> : <Due at={item.dueAt} />}</Cell>
      <Cell isFigure>{item.signals}</Cell>
    </Row>
  )
}

function Ended({ item: { conclusion, closedAt } }: { item: Item }) {
  return (
    <span className="flex flex-col gap-0.5">
      <span>{t(`outcome.${conclusion!}`)}</span>
      <span className="text-xs text-quiet">
        <Moment at={closedAt!} />
      </span>
    </span>
  )
}

/** When a case is due; overdue ones say so in words, not by colour alone. */
export function Due({ at }: { at: number }) {
  const isLate = useNow(15_000) > at
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Moment at={at} />
      {isLate ? <Badge tone="danger">{t('signals.overdue')}</Badge> : null}
    </span>
  )
}
