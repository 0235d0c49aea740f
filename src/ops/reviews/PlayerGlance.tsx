import { useQuery } from '@tanstack/react-query'
import { viewPlayer } from '#contract/console/players'
import { call } from '../client.ts'
import { t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Problem } from '../parts/Form.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Money } from '../parts/Money.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Link } from '../shell/place.tsx'
import { Flags } from './Flags.tsx'
import { CaseTable } from './CaseTable.tsx'

/** Who asks, and what they asked for before. */
export function PlayerGlance({ playerId }: { playerId: string }) {
  const { data: player, error } = useQuery({
    queryKey: ['player', playerId],
    queryFn: () => call(viewPlayer, { id: playerId }),
  })
  return (
    <Panel
      title={t('glance.title')}
      beside={
        <Link to={`/players/${playerId}`} className="text-sm text-brand underline">
          {t('glance.open')}
        </Link>
      }
    >
      <Problem error={error} />
      {player ? (
        <div className="flex flex-col gap-3">
          <Flags of={player.flags} />
          <Facts
            of={[
              [
                t('field.status'),
                <Badge key="s" tone={player.status === 'normal' ? 'good' : 'danger'}>
                  {t(`account.${player.status}`)}
                </Badge>,
              ],
              [t('field.since'), <Moment key="c" at={player.createdAt} />],
              [t('field.balance'), <Money key="b" value={player.balance} />],
              [t('field.deposited'), <Money key="d" value={player.deposited} />],
              [t('field.staked'), <Money key="st" value={player.staked} />],
              [t('field.withdrawn'), <Money key="w" value={player.withdrawn} />],
            ]}
          />
          <CaseTable cases={player.cases.slice(0, 6)} />
        </div>
      ) : null}
      {/* As high as the facts that come, so that what stands below hardly moves. */}
      {player || error ? null : <p className="min-h-60 text-sm text-quiet">{t('loading')}</p>}
    </Panel>
  )
}
