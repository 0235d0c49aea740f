import { invitationMakers, listInvitations, usesCounted } from '#contract/console/people/invitations'
import { call } from '../../client.ts'
import { spoken, t } from '../../i18n/words.ts'
import type { PageProps } from '../../pages.ts'
import { Choice } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead } from '../../parts/Panel.tsx'
import { Cell, Row } from '../../parts/tables/Table.tsx'
import { TablePanel } from '../../parts/tables/TablePanel.tsx'
import { usePages } from '../../parts/paged.tsx'
import { useMay } from '../../shell/me.ts'
import { Link, useAsked } from '../../shell/place.tsx'
import { Came } from './Came.tsx'
import { MakeInvitation } from './MakeInvitation.tsx'
import { InvitationState } from './InvitationState.tsx'

type Maker = (typeof invitationMakers)[number]

/** Codes with which players register, and who came by them. */
export function InvitationsPage({ rest }: PageProps) {
  return rest ? <Came key={rest} name={rest} /> : <Codes />
}

/** Whose codes are shown is in the address, for a colleague to follow. */
function Codes() {
  const [asked, ask] = useAsked('by')
  const maker = invitationMakers.find((each) => each === asked) ?? 'operator'
  return (
    <>
      <PageHead
        title={t('invitations.title')}
        beside={
          <Choice
            label={t('invite.maker')}
            value={maker}
            onChange={({ target }) => ask(target.value)}
            options={invitationMakers.map((each) => [each, t(`invite.maker.${each}`)])}
          />
        }
      />
      <div className="flex flex-col gap-4">
        {useMay('invitations.create') ? <MakeInvitation /> : null}
        <List key={maker} maker={maker} />
      </div>
    </>
  )
}

function List({ maker }: { maker: Maker }) {
  const { items, error, more } = usePages(['invitations', maker], (page) => call(listInvitations, { ...page, maker }))
  const mayRevoke = useMay('invitations.create')
  const title = t('invite.list')
  const figure = new Intl.NumberFormat(spoken())
  return (
    <TablePanel
      title={title}
      error={error}
      more={more}
      heads={[
        t('invite.code'),
        t('invite.madeBy'),
        { figure: t('invite.used') },
        { figure: t('invite.left') },
        t('invite.made'),
        t('field.status'),
      ]}
    >
      {items?.map((each) => (
        <Row key={each.code}>
          <Cell>
            <Link to={`/invitations/${each.code}`} className="font-mono font-semibold text-brand underline">
              {each.code}
            </Link>
          </Cell>
          <Cell>
            {each.player ? (
              <Link to={`/players/${each.player.id}`} className="text-brand underline">
                {each.player.account}
              </Link>
            ) : (
              each.madeBy
            )}
          </Cell>
          <Cell isFigure>{each.used === usesCounted ? `${figure.format(each.used)}+` : figure.format(each.used)}</Cell>
          <Cell isFigure>{each.usesLeft === null ? t('invite.noLimit') : figure.format(each.usesLeft)}</Cell>
          <Cell>
            <Moment at={each.createdAt} />
          </Cell>
          <Cell>
            <InvitationState of={each} mayRevoke={mayRevoke} />
          </Cell>
        </Row>
      ))}
    </TablePanel>
  )
}
