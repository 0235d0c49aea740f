import { useQuery } from '@tanstack/react-query'
import { viewPlayer } from '#contract/console/players'
import { type Cents, subtractCents, sumCents } from '#core/money/cents'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { languageName } from '../../parts/languages.ts'
import { Money } from '../../parts/Money.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { CaseTable } from '../../reviews/CaseTable.tsx'
import { Flags } from '../../reviews/Flags.tsx'
import { GiveCard } from '../../reviews/GiveCard.tsx'
import { statusTone } from '../../reviews/status-tone.ts'
import { useMay, useMe } from '../../shell/me.ts'
import { Link, go } from '../../shell/place.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { PlayerScore } from '../signals/Score.tsx'
import { Notes, SetStatus } from './PlayerForms.tsx'
import { Protection } from './Protection.tsx'
import type { Player } from './player.ts'
import { tabs } from './tabs/tabs.tsx'

/**
 * All that is known about a player: a first page, and parts that are addresses of their own. Each part is fetched when it is opened,
 * since every fetch is logged.
 */
export function PlayerFile({ id, part }: { id: string; part: string }) {
  const { can } = useMe()
  const { data: player, error } = useQuery({ queryKey: ['player', id], queryFn: () => call(viewPlayer, { id }) })
  const offered = tabs.filter((each) => !each.can || can.includes(each.can))
  const places = [{ path: '', title: 'players.file' as const }, ...offered].map(({ path, title }) => ({
    path,
    title,
    to: path ? `/players/${id}/${path}` : `/players/${id}`,
  }))
  const here = places.findIndex(({ path }) => path === part)
  const step = (by: number) => () => go(places[(here + by + places.length) % places.length]!.to)
  useShortcuts({ '[': step(-1), ']': step(1) })
  const tab = offered.find(({ path }) => path === part)
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
          <nav aria-label={t('players.tab')} className="mb-4 flex flex-wrap gap-1 border-b border-line pb-2">
            {places.map(({ path, title, to }) => (
              <Link
                key={path}
                to={to}
                aria-current={path === part ? 'page' : undefined}
                className={`inline-flex min-h-9 items-center rounded-lg px-3 text-sm font-semibold ${path === part ? 'bg-brand text-brand-text' : 'hover:bg-brand-soft'}`}
              >
                {t(title)}
              </Link>
            ))}
          </nav>
          {part === '' ? <File player={player} /> : null}
          {tab ? <tab.Shown id={id} /> : null}
          {part !== '' && !tab ? <p>{t('notHere')}</p> : null}
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
        <PlayerScore playerId={player.id} />
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
            [t('field.language'), languageName(player.language)],
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
          [t('file.result'), <Money key="r" value={resultOf(player)} isMovement />],
        ]}
      />
    </Panel>
  )
}

/** What the player has gained or lost so far: what came out and is still here, less what came in. Open bets count as lost. */
function resultOf({ balance, held, repeatOrders, deposited, withdrawn }: Player): Cents {
  return subtractCents(sumCents([withdrawn, balance, held, repeatOrders]), deposited)
}

function Cases({ player }: { player: Player }) {
  return (
    <Panel title={t('glance.cases')}>
      <CaseTable cases={player.cases} />
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

function Invited({ player: { id: inviter, invited } }: { player: Player }) {
  const maySeeTree = useMay('invitations.view') && invited.count > 0
  return (
    <Panel
      title={t('players.invited', { count: String(invited.count) })}
      beside={
        maySeeTree ? (
          <Link to={`/invitations/${inviter}`} className="text-sm text-brand underline">
            {t('invite.tree')}
          </Link>
        ) : null
      }
    >
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
