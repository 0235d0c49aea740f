import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { viewPlayer } from '#contract/console/players'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/Table.tsx'
import { CaseTable } from '../../reviews/CaseTable.tsx'
import { Flags } from '../../reviews/Flags.tsx'
import { GiveCard } from '../../reviews/GiveCard.tsx'
import { statusTone } from '../../reviews/status-tone.ts'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { Notes, SetStatus } from './PlayerForms.tsx'
import { PlayerBets, PlayerStatement } from './PlayerRecords.tsx'
import { Protection } from './Protection.tsx'
import type { Player } from './player.ts'

const tabs = ['file', 'statement', 'bets'] as const

/** All that is known about a player. Each part is fetched when it is opened, since every fetch is logged. */
export function PlayerFile({ id }: { id: string }) {
  const [tab, setTab] = useState<(typeof tabs)[number]>('file')
  const { data: player, error } = useQuery({ queryKey: ['player', id], queryFn: () => call(viewPlayer, { id }) })
  return (
    <>
      <PageHead
        title={player?.account ?? t('players.title')}
        beside={
          <Link to="/players" className="text-sm text-brand underline">
            {t('players.back')}
          </Link>
        }
      />
      <Problem error={error} />
      {player ? (
        <>
          <nav aria-label={t('players.tab')} className="mb-4 flex gap-2">
            {tabs.map((each) => (
              <Button
                key={each}
                look={each === tab ? 'brand' : 'quiet'}
                aria-pressed={each === tab}
                onClick={() => setTab(each)}
              >
                {t(`players.${each}`)}
              </Button>
            ))}
          </nav>
          {tab === 'file' ? <File player={player} /> : null}
          {tab === 'statement' ? <PlayerStatement id={id} /> : null}
          {tab === 'bets' ? <PlayerBets id={id} /> : null}
        </>
      ) : null}
    </>
  )
}

function File({ player }: { player: Player }) {
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <div className="flex flex-col gap-4">
        <Profile player={player} />
        <Cases player={player} />
        <Sessions player={player} />
      </div>
      <div className="flex flex-col gap-4">
        <MoneyOf player={player} />
        <Protection player={player} />
        {useMay('players.set-status') ? <SetStatus player={player} /> : null}
        {useMay('receiving.give') ? <Give player={player} /> : null}
        <Notes player={player} />
        <Invited player={player} />
      </div>
    </div>
  )
}

function Give({ player }: { player: Player }) {
  const time = new Intl.DateTimeFormat(spoken(), { dateStyle: 'short', timeStyle: 'short' })
  return (
    <GiveCard
      playerId={player.id}
      renderCard={({ bankName, cardNumber }) => `${bankName} · ${cardNumber}`}
      onGiven={({ validUntil }) => toast(t('players.given', { time: time.format(validUntil) }))}
    />
  )
}

function Profile({ player }: { player: Player }) {
  const { certification } = player
  const country = certification && new Intl.DisplayNames(spoken(), { type: 'region' }).of(certification.country)
  return (
    <Panel title={t('players.profile')}>
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
            [t('players.staffLink'), player.staffLink && <StaffLink key="l" link={player.staffLink} />],
            [t('field.nickname'), player.nickname],
            [t('field.email'), player.email],
            [t('field.phone'), player.phone],
            [t('field.language'), player.language],
            [t('field.since'), <Moment key="at" at={player.createdAt} />],
            [
              t('field.certification'),
              certification ? (
                <Badge key="c" tone={statusTone[certification.status]}>
                  {t(`status.${certification.status}`)}
                </Badge>
              ) : (
                '–'
              ),
            ],
            [t('field.legalName'), certification && certification.legalName],
            [t('field.bornOn'), certification && certification.bornOn],
            [t('field.country'), country ?? null],
            [
              t('field.invitedBy'),
              player.invitedBy ? (
                <Link key="i" to={`/players/${player.invitedBy.id}`} className="text-brand underline">
                  {player.invitedBy.account}
                </Link>
              ) : null,
            ],
          ]}
        />
      </div>
    </Panel>
  )
}

/** Why the account does not play, and who said so. */
function StaffLink({ link: { why, by, at } }: { link: NonNullable<Player['staffLink']> }) {
  return (
    <>
      {why ? `“${why}”, ${by}` : t('players.staffByAddress')}, <Moment at={at} />
    </>
  )
}

function MoneyOf({ player }: { player: Player }) {
  return (
    <Panel title={t('players.money')}>
      <Facts
        of={[
          [t('field.balance'), <Money key="b" value={player.balance} />],
          [t('field.held'), <Money key="h" value={player.held} />],
          [t('field.repeatOrders'), <Money key="c" value={player.repeatOrders} />],
          [t('field.deposited'), <Money key="d" value={player.deposited} />],
          [t('field.staked'), <Money key="s" value={player.staked} />],
          [t('field.withdrawn'), <Money key="w" value={player.withdrawn} />],
        ]}
      />
    </Panel>
  )
}

function Cases({ player }: { player: Player }) {
  const mayOpen = useMay('deposits.review')
  return (
    <Panel title={t('glance.cases')}>
      <CaseTable cases={player.cases} depositPath={mayOpen ? '/deposits' : null} />
    </Panel>
  )
}

function Sessions({ player }: { player: Player }) {
  const title = t('players.sessions', { open: String(player.openSessions) })
  return (
    <Panel title={title}>
      <Table label={title} heads={[t('field.address'), t('field.device'), t('field.lastSeen'), t('field.status')]}>
        {player.sessions.map((session) => (
          <Row key={`${session.createdAt}${session.agent}`}>
            <Cell>{session.address}</Cell>
            <Cell>
              <span className="line-clamp-1">{session.agent}</span>
            </Cell>
            <Cell>
              <Moment at={session.seenAt} />
            </Cell>
            <Cell>{t(session.endedAt ? 'session.ended' : 'session.open')}</Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

function Invited({ player: { invited } }: { player: Player }) {
  return (
    <Panel title={t('players.invited', { count: String(invited.count) })}>
      {invited.count === 0 ? <p className="text-sm text-quiet">{t('nothing')}</p> : null}
      <ul className="flex flex-wrap gap-2 text-sm">
        {invited.newest.map(({ id, account }) => (
          <li key={id}>
            <Link to={`/players/${id}`} className="text-brand underline">
              {account}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
