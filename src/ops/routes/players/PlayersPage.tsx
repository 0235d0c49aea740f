import { useState } from 'react'
import { searchPlayers } from '#contract/console/players'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { Tabs } from '../../lists/Tabs.tsx'
import type { PageProps } from '../../pages.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input, Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { Link } from '../../shell/place.tsx'
import { PlayerFile } from './PlayerFile.tsx'

/** One player's file, or the way to it. */
export function PlayersPage({ rest }: PageProps) {
  if (rest === 'all') return <All />
  const [id = '', part = ''] = rest.split('/')
  return id ? <PlayerFile key={id} id={id} part={part} /> : <Search />
}

function All() {
  return (
    <ListPage
      name="players"
      title={t('players.title')}
      path="/players/all"
      tabs={<Tabs path="/players" first={t('list.search')} />}
      opens={({ id }) => `/players/${id}`}
      bulk="players"
    />
  )
}

function Search() {
  const [text, setText] = useState('')
  return (
    <>
      <PageHead
        title={t('players.title')}
        beside={
          <div className="flex flex-wrap items-center gap-4">
            <p className="text-sm text-quiet">{t('players.logged')}</p>
            <Tabs path="/players" first={t('list.search')} />
          </div>
        }
      />
      <Form
        label={t('players.find')}
        error={null}
        className="mb-4 flex items-end gap-3"
        onSend={(given) => setText(given.text!.trim())}
      >
        <Input label={t('players.search')} name="text" minLength={3} required className="w-96" autoComplete="off" />
        <Button type="submit" look="brand">
          {t('players.find')}
        </Button>
      </Form>
      {text ? <Found key={text} text={text} /> : null}
    </>
  )
}

function Found({ text }: { text: string }) {
  const { items, error, more } = usePages(['players', text], (page) => call(searchPlayers, { ...page, text }))
  return (
    <Panel title={t('players.title')}>
      <Problem error={error} />
      <Table
        label={t('players.title')}
        heads={[t('field.account'), t('field.email'), t('field.status'), t('field.since')]}
      >
        {items?.map((player) => (
          <Row key={player.id}>
            <Cell>
              <Link to={`/players/${player.id}`} className="font-semibold text-brand underline">
                {player.account}
              </Link>
            </Cell>
            <Cell>{player.email}</Cell>
            <Cell>
              <Badge tone={player.status === 'normal' ? 'good' : 'danger'}>{t(`account.${player.status}`)}</Badge>
            </Cell>
            <Cell>
              <Moment at={player.createdAt} />
            </Cell>
          </Row>
        ))}
      </Table>
      <More more={more} />
    </Panel>
  )
}
