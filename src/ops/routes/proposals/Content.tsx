import type { ReactNode } from 'react'
import type { listProposals } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { findPeriod } from '#core/periods/schedule'
import { type WordKey, named, sharedWords, t } from '../../i18n/words.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Link } from '../../shell/place.tsx'

type Proposal = Output<typeof listProposals>['items'][number]
type Fact = readonly [string, ReactNode]

/** What a proposal would do, in words where there are words for it, and otherwise as it was proposed. */
export function Content({ proposal }: { proposal: Proposal }) {
  const told = words(proposal)
  return (
    <>
      <Facts of={told?.facts ?? plainFacts(proposal)} />
      {told?.means ? <p className="text-sm text-quiet">{t(told.means)}</p> : null}
    </>
  )
}

/** What it is about, for the title. */
export function subjectText({ kind, subject, content }: Proposal): string {
  if (kind === 'draws.cancel') {
    const period = findPeriod(String(content.drawId))
    return period ? `${sharedWords().game[period.game]} ${period.issue}` : subject
  }
  return kind === 'deposits.reverse' && typeof content.received === 'string' ? content.received : subject
}

function words({ kind, content }: Proposal): { facts: readonly Fact[]; means?: WordKey } | null {
  if (kind === 'draws.cancel') return cancelWords(content)
  if (kind === 'deposits.reverse' && content.playerId) return reversalWords(content)
  return null
}

function cancelWords({ drawId, why }: Proposal['content']) {
  const period = findPeriod(String(drawId))
  if (!period) return null
  const facts: Fact[] = [
    [t('field.game'), sharedWords().game[period.game]],
    [
      t('field.issue'),
      <Link key="i" to={`/games/${period.drawId}`} className="text-brand underline">
        {period.issue}
      </Link>,
    ],
    [t('periods.closes'), <Moment key="c" at={period.closesAtMs} />],
    [t('games.why'), named('why', String(why))],
  ]
  return { facts, means: 'proposals.cancelMeans' as const }
}

function reversalWords({ id, playerId, received }: Proposal['content']) {
  const facts: Fact[] = [
    [t('deposits.credited'), String(received)],
    [
      t('proposals.topUp'),
      <Link key="d" to={`/deposits/${String(id)}`} className="text-brand underline">
        {String(id).slice(0, 8)}
      </Link>,
    ],
    [
      t('proposals.player'),
      <Link key="p" to={`/players/${String(playerId)}`} className="text-brand underline">
        {t('glance.open')}
      </Link>,
    ],
  ]
  return { facts, means: 'proposals.reverseMeans' as const }
}

function plainFacts({ content }: Proposal): readonly Fact[] {
  return Object.entries(content)
    .filter(([name, value]) => value !== null && name !== 'reason' && name !== 'tokenHash')
    .map(([name, value]) => [name, <span key={name}>{shown(name, value)}</span>] as const)
}

/** As it was proposed; an instant is shown as one. */
function shown(name: string, value: unknown) {
  return typeof value === 'number' && /At|Until|Ms$/.test(name) ? <Moment at={value} /> : String(value)
}
