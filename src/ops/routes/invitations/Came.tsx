import { useState } from 'react'
import { listInvited, usesCounted } from '#contract/console/people/invitations'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { Link } from '../../shell/place.tsx'

type Node = { readonly of: 'code' | 'player'; readonly name: string }
type Invited = Output<typeof listInvited>['items'][number]

/** Deeper than this the tree goes on from the player's own page, so that it stays readable. */
const deepest = 6

/** Who registered by a code or by a player's invitation, and whom they invited. */
export function Came({ name }: { name: string }) {
  const of = name.includes('-') ? 'player' : 'code'
  return (
    <>
      <PageHead
        title={of === 'code' ? t('invite.cameBy', { code: name }) : t('invite.cameByPlayer')}
        beside={
          <Link to="/invitations" className="text-sm text-brand underline">
            {t('invite.back')}
          </Link>
        }
      />
      <Panel title={t('invite.tree')}>
        <Level node={{ of, name }} depth={1} />
      </Panel>
    </>
  )
}

function Level({ node, depth }: { node: Node; depth: number }) {
  const { items, error, more } = usePages(['invited', node.of, node.name], (page) =>
    call(listInvited, { ...page, ...node }),
  )
  if (!items) return error ? <Problem error={error} /> : <p className="text-sm text-quiet">{t('loading')}</p>
  if (items.length === 0) return <p className="text-sm text-quiet">{t('nothing')}</p>
  return (
    <>
      <ul className={`flex flex-col text-sm ${depth > 1 ? 'ml-3 border-l border-line pl-3' : ''}`}>
        {items.map((each) => (
          <Member key={each.id} of={each} depth={depth} />
        ))}
      </ul>
      <More more={more} />
    </>
  )
}

function Member({ of, depth }: { of: Invited; depth: number }) {
  const [isOpen, setOpen] = useState(false)
  const count = of.invited === usesCounted ? `${usesCounted}+` : String(of.invited)
  const isDeep = depth === deepest
  return (
    <li>
      <div className="flex min-h-9 flex-wrap items-center gap-3">
        {of.invited > 0 && !isDeep ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="min-h-8 rounded-lg border border-line px-2 text-xs font-semibold tabular-nums hover:bg-brand-soft"
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden>{isOpen ? '▾' : '▸'}</span> {t('invite.invited', { count })}
          </button>
        ) : null}
        <Link to={`/players/${of.id}`} className="font-semibold text-brand underline">
          {of.account}
        </Link>
        {of.status === 'normal' ? null : <Badge tone="danger">{t(`account.${of.status}`)}</Badge>}
        <span className="text-xs text-quiet">
          <Moment at={of.createdAt} />
        </span>
        {of.invited > 0 && isDeep ? (
          <Link to={`/invitations/${of.id}`} className="text-xs text-brand underline">
            {t('invite.invited', { count })}
          </Link>
        ) : null}
      </div>
      {isOpen ? <Level node={{ of: 'player', name: of.id }} depth={depth + 1} /> : null}
    </li>
  )
}
