import { type MouseEvent, useMemo, useState } from 'react'
import type { viewSignalCase } from '#contract/signals/cases'
import type { Output } from '#contract/endpoint'
import { t } from '../i18n/words.ts'
import { Moment } from '../parts/Moment.tsx'
import { Link, go } from '../shell/place.tsx'
import { layOut } from './layout.ts'
import { Scroller } from '../parts/tables/Scroller.tsx'

type Graph = Output<typeof viewSignalCase>['graph']
type Link = Graph['links'][number]
type Reason = Link['reason']

const size = { width: 540, height: 420, margin: 44 } as const

/** The strongest reason first: where two accounts have several, the line is drawn for that one. */
const looks: Readonly<Record<Reason, string>> = {
  document: 'stroke-danger',
  wallet: 'stroke-brand',
  card: 'stroke-brand',
  device: 'stroke-warning',
  inviter: 'stroke-good [stroke-dasharray:2_4]',
  address: 'stroke-quiet [stroke-dasharray:6_4]',
}
const strength = Object.keys(looks) as Reason[]

/** Two accounts and everything that links them. */
type Pair = { readonly a: string; readonly b: string; readonly links: readonly Link[] }

function pairsOf(links: readonly Link[]): Pair[] {
  const pairs = new Map<string, Link[]>()
  for (const link of links) {
    const key = [link.a, link.b].toSorted().join(' ')
    pairs.set(key, [...(pairs.get(key) ?? []), link])
  }
  return [...pairs].map(([key, each]) => {
    const [a, b] = key.split(' ') as [string, string]
    return { a, b, links: each.toSorted((one, other) => strength.indexOf(one.reason) - strength.indexOf(other.reason)) }
  })
}

/** Linked accounts as a picture, with the same as a list beside it. An account in the picture is a link to its player. */
export function LinkGraph({ graph: { nodes, links, isCut } }: { graph: Graph }) {
  const pairs = useMemo(() => pairsOf(links), [links])
  if (links.length === 0) return <p className="text-sm text-quiet">{t('links.none')}</p>
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_280px]">
        <Picture nodes={nodes} pairs={pairs} />
        <PairList nodes={nodes} pairs={pairs} />
      </div>
      {isCut ? <p className="text-sm text-warning">{t('links.cut', { count: String(nodes.length) })}</p> : null}
    </div>
  )
}

type Shown = { nodes: Graph['nodes']; pairs: readonly Pair[] }

function Picture({ nodes, pairs }: Shown) {
  const [near, setNear] = useState<string | null>(null)
  const places = useMemo(
    () =>
      layOut(
        nodes.map(({ id }) => id),
        pairs,
        size,
      ),
    [nodes, pairs],
  )
  const reasons = strength.filter((reason) => pairs.some(({ links }) => links.some((link) => link.reason === reason)))
  return (
    <figure aria-label={t('links.picture')} className="flex min-w-0 flex-col gap-2">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} className="w-full rounded-lg bg-background">
        {pairs.map(({ a, b, links }) => {
          const [from, to] = [places.get(a)!, places.get(b)!]
          const isFaint = near !== null && near !== a && near !== b
          return (
            <line
              key={`${a} ${b}`}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              strokeWidth={1 + links.length}
              className={`${looks[links[0]!.reason]} ${isFaint ? 'opacity-20' : ''}`}
            />
          )
        })}
        {nodes.map((node) => (
          <Account key={node.id} node={node} at={places.get(node.id)!} onNear={setNear} />
        ))}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-quiet">
        {reasons.map((reason) => (
          <span key={reason} className="flex items-center gap-1">
            <svg viewBox="0 0 24 6" className="h-1.5 w-6" aria-hidden>
              <line x1="0" x2="24" y1="3" y2="3" strokeWidth="3" className={looks[reason]} />
            </svg>
            {t(`link.${reason}`)}
          </span>
        ))}
        <span className="flex items-center gap-1">
          <svg viewBox="0 0 8 8" className="size-2" aria-hidden>
            <circle cx="4" cy="4" r="4" className="fill-brand" />
          </svg>
          {t('links.ofCase')}
        </span>
      </figcaption>
    </figure>
  )
}

type AccountProps = {
  node: Graph['nodes'][number]
  at: { readonly x: number; readonly y: number }
  onNear: (id: string | null) => void
}

function Account({ node: { id, account, isOfCase }, at: { x, y }, onNear }: AccountProps) {
  const to = `/players/${id}`
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <a
      href={to}
      onClick={follow}
      onFocus={() => onNear(id)}
      onBlur={() => onNear(null)}
      onMouseEnter={() => onNear(id)}
      onMouseLeave={() => onNear(null)}
      className="group outline-none"
    >
      <circle
        cx={x}
        cy={y}
        r={isOfCase ? 9 : 7}
        strokeWidth="2"
        className={`${isOfCase ? 'fill-brand stroke-brand' : 'fill-surface stroke-quiet'} group-focus-visible:stroke-[5px] group-focus-visible:stroke-warning`}
      />
      <text
        x={x}
        y={y + 22}
        textAnchor="middle"
        className={`fill-text stroke-background stroke-[3px] text-[13px] [paint-order:stroke] group-hover:underline group-focus-visible:underline ${isOfCase ? 'font-semibold' : ''}`}
      >
        {account}
      </text>
    </a>
  )
}

function PairList({ nodes, pairs }: Shown) {
  const accounts = new Map(nodes.map(({ id, account }) => [id, account]))
  const named = (id: string) => (
    <Link to={`/players/${id}`} className="text-brand underline">
      {accounts.get(id)}
    </Link>
  )
  return (
    <Scroller label={t('links.list')} className="max-h-[26rem] overflow-y-auto">
      <ul className="flex flex-col gap-2 text-sm">
        {pairs.map(({ a, b, links }) => (
          <li key={`${a} ${b}`} className="border-b border-line/60 pb-1">
            <p className="wrap-anywhere">
              {named(a)} · {named(b)}
            </p>
            <ul className="text-xs text-quiet">
              {links.map(({ reason, since }) => (
                <li key={reason}>
                  {t(`link.${reason}`)}, {t('links.since')} <Moment at={since} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Scroller>
  )
}
