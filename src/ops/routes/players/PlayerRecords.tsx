import { useQuery } from '@tanstack/react-query'
import { listPlayerBets, listPlayerStatement } from '#contract/console/players'
import { formatOdds } from '#core/games/odds'
import { call } from '../../client.ts'
import { playText, selectionText } from '../../i18n/plays.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { Cell, Row } from '../../parts/tables/Table.tsx'
import { TablePanel } from '../../parts/tables/TablePanel.tsx'
import { usePages } from '../../parts/paged.tsx'

export function PlayerStatement({ id }: { id: string }) {
  const { items, error, more } = usePages(['statement', id], (page) => call(listPlayerStatement, { ...page, id }))
  const title = t('players.statement')
  return (
    <TablePanel
      title={title}
      error={error}
      more={more}
      heads={[
        t('field.when'),
        t('field.kind'),
        { figure: t('field.amount') },
        { figure: t('field.before') },
        { figure: t('field.after') },
      ]}
    >
      {items?.map((each) => (
        <Row key={each.id}>
          <Cell>
            <Moment at={each.at} />
          </Cell>
          <Cell>
            {sharedWords().movement[each.kind]}
            {each.account === 'available'
              ? null
              : ` (${t(each.account === 'held' ? 'field.held' : 'field.repeatOrders')})`}
          </Cell>
          <Cell isFigure>
            <Money value={each.amount} isMovement />
          </Cell>
          <Cell isFigure>
            <Money value={each.before} />
          </Cell>
          <Cell isFigure>
            <Money value={each.after} />
          </Cell>
        </Row>
      ))}
    </TablePanel>
  )
}

export function PlayerBets({ id }: { id: string }) {
  const { data, error } = useQuery({ queryKey: ['bets', id], queryFn: () => call(listPlayerBets, { id }) })
  const title = t('players.bets')
  return (
    <TablePanel
      title={title}
      error={error}
      heads={[
        t('field.when'),
        t('field.game'),
        t('field.issue'),
        t('field.play'),
        t('field.selection'),
        { figure: t('field.stake') },
        { figure: t('field.odds') },
        t('field.status'),
        { figure: t('field.payout') },
      ]}
    >
      {data?.items.map((bet) => (
        <Row key={bet.id}>
          <Cell>
            <Moment at={bet.at} />
          </Cell>
          <Cell>{sharedWords().game[bet.game]}</Cell>
          <Cell>{bet.issue}</Cell>
          <Cell>{playText(bet.play)}</Cell>
          <Cell>{selectionText(bet.selection)}</Cell>
          <Cell isFigure>
            <Money value={bet.stake} />
          </Cell>
          <Cell isFigure>{formatOdds(bet.odds)}</Cell>
          <Cell>{t(`outcome.${bet.outcome ?? 'open'}`)}</Cell>
          <Cell isFigure>
            <Money value={bet.payout} />
          </Cell>
        </Row>
      ))}
    </TablePanel>
  )
}
