import type { Output } from '#contract/endpoint'
import { showPlayerLife } from '#contract/console/people/player-file'
import { findPeriod } from '#core/periods/schedule'
import { call } from '../../../client.ts'
import { named, sharedWords, t } from '../../../i18n/words.ts'
import { Moment } from '../../../parts/Moment.tsx'
import { Money } from '../../../parts/Money.tsx'
import { Cell, Row, Table } from '../../../parts/tables/Table.tsx'
import { More, usePages } from '../../../parts/paged.tsx'
import { Part } from './part.tsx'

type Event = Output<typeof showPlayerLife>['items'][number]

/** Everything that happened to the account, newest first. */
export function Life({ id }: { id: string }) {
  const { items, error, more } = usePages(['player', id, 'life'], (page) => call(showPlayerLife, { ...page, id }))
  const title = t('file.life')
  return (
    <Part title={title} error={error}>
      <Table label={title} heads={[t('field.when'), t('life.event'), t('life.detail'), { figure: t('field.amount') }]}>
        {items?.map((each) => (
          <Row key={each.key}>
            <Cell>
              <Moment at={each.at} />
            </Cell>
            <Cell>{t(`life.${each.event}`)}</Cell>
            <Cell>{detailOf(each)}</Cell>
            <Cell isFigure>{each.amount === null ? null : <Money value={each.amount} />}</Cell>
          </Row>
        ))}
      </Table>
      <More more={more} />
    </Part>
  )
}

/** What the detail of an event means follows from the event. */
function detailOf({ event, detail, amount }: Event): string | null {
  if (detail === null) return null
  const tell = tellers[event]
  return tell ? tell(detail, amount) : detail
}

type Tell = (detail: string, amount: Event['amount']) => string

const decided: Tell = (status) => named('status', status)
const wallet: Tell = (kind) => t(kind === 'bank' ? 'life.bank' : 'life.digital')

/** The words for a detail that is a code; any other detail is shown as it is. */
const tellers: Readonly<Partial<Record<Event['event'], Tell>>> = {
  bets: (drawId) => {
    const period = findPeriod(drawId)
    return period ? `${sharedWords().game[period.game]} ${period.issue}` : drawId
  },
  deposit_decided: decided,
  withdrawal_decided: decided,
  certification_decided: decided,
  wallet_added: wallet,
  wallet_removed: wallet,
  deposit_limit: (span, amount) => limitText(named('span', span), amount),
  play_limit: (detail, amount) => {
    const [kind = '', span = ''] = detail.split(':')
    return limitText(`${named('protection', kind)}, ${named('span', span)}`, amount)
  },
  exclusion: (kind) => named('protection', kind),
}

const limitText = (what: string, amount: Event['amount']) => (amount === null ? `${what}: ${t('life.lifted')}` : what)
