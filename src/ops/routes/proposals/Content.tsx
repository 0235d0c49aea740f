import type { ReactNode } from 'react'
import type { ProposalKind, listProposals } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { findPeriod } from '#core/periods/schedule'
import type { MoneySettingName } from '#core/rules/money/settings'
import { type WordKey, named, sharedWords, spoken, t } from '../../i18n/words.ts'
import { BeforeAfter, type Line } from '../../parts/BeforeAfter.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Link } from '../../shell/place.tsx'
import { moneyText, settingLines } from '../settings/in-words.ts'

type Proposal = Output<typeof listProposals>['items'][number]
type Fact = readonly [string, ReactNode]
type Told = { readonly lines: readonly Line[]; readonly facts?: readonly Fact[]; readonly means?: WordKey }

/** What a proposal would do: how things stand, how they would be, and what that means. */
export function Content({ proposal }: { proposal: Proposal }) {
  const { lines, facts = [], means } = tellers[proposal.kind](proposal.content, proposal.before)
  return (
    <>
      <BeforeAfter of={lines} isDecided={proposal.status !== 'open'} />
      <Facts of={facts} />
      {means ? <p className="text-sm text-quiet">{t(means)}</p> : null}
    </>
  )
}

/** What it is about, for the title. */
export function subjectText({ kind, subject, content }: Proposal): string {
  if (kind === 'settings.change') return named('setting', String(content.name))
  if (kind === 'draws.cancel') {
    const period = findPeriod(String(content.drawId))
    return period ? `${sharedWords().game[period.game]} ${period.issue}` : subject
  }
  return kind === 'deposits.reverse' ? moneyText(String(content.received)) : subject.slice(subject.indexOf(':') + 1)
}

type Teller = (content: Proposal['content'], before: Proposal['before']) => Told

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)

const effective = (atMs: unknown): Fact => [
  t('proposals.effective'),
  typeof atMs === 'number' ? <Moment key="e" at={atMs} /> : t('proposals.atOnce'),
]

/** For every kind of proposal, from its content and the current state. */
const tellers: Readonly<Record<ProposalKind, Teller>> = {
  'settings.change': ({ name, value, effectiveAtMs }, before) => ({
    lines: settingLines(name as MoneySettingName, String(before.value), String(value)),
    facts: [effective(effectiveAtMs)],
  }),
  'countries.change': ({ countries, isServed, effectiveAtMs }, { notServed }) => ({
    lines: (countries as string[]).map((country) => [
      new Intl.DisplayNames(spoken(), { type: 'region' }).of(country) ?? country,
      notServed ? served(!(notServed as string[]).includes(country)) : null,
      served(Boolean(isServed)),
    ]),
    facts: [effective(effectiveAtMs)],
    means: 'proposals.countriesMeans',
  }),
  'receiving.publish': ({ network, address, cardNumber, bankName, cardholder, validFrom, validUntil }, { inUse }) => ({
    lines: [[t('proposals.shownToPlayers'), text(inUse), text(address) ?? text(cardNumber)]],
    facts: [
      [t('receiving.kind'), text(network) ?? text(bankName)],
      [t('field.cardholder'), text(cardholder)],
      effective(validFrom),
      [t('receiving.validUntil'), typeof validUntil === 'number' ? <Moment key="u" at={validUntil} /> : null],
    ],
  }),
  'receiving.retire': (_, { inUse, of }) => ({
    lines: [[t('proposals.shownToPlayers'), text(inUse), t('proposals.nothingInstead')]],
    facts: [[t('receiving.kind'), text(of)]],
  }),
  'deposits.reverse': reversalWords,
  'draws.cancel': cancelWords,
  'operators.invite': ({ account, name, email, role }) => ({
    lines: [[t('field.role'), null, named('role', String(role))]],
    facts: [
      [t('field.account'), text(account)],
      [t('field.name'), text(name)],
      [t('field.email'), text(email)],
    ],
    means: 'proposals.roleMeans',
  }),
  'operators.set-role': ({ role, from }, before) => ({
    lines: [[t('field.role'), named('role', String(before.role ?? from)), named('role', String(role))]],
    means: 'proposals.roleMeans',
  }),
}

const served = (isServed: boolean) => t(isServed ? 'proposals.served' : 'proposals.notServed')

function cancelWords({ drawId, why }: Proposal['content'], { bets, stakes }: Proposal['before']): Told {
  const period = findPeriod(String(drawId))
  const taken = text(stakes) && t('proposals.betsOf', { bets: String(bets), stakes: moneyText(String(stakes)) })
  const facts: Fact[] = period
    ? [
        [
          t('field.issue'),
          <Link key="i" to={`/games/${period.drawId}`} className="text-brand underline">
            {period.issue}
          </Link>,
        ],
        [t('periods.closes'), <Moment key="c" at={period.closesAtMs} />],
      ]
    : []
  return {
    lines: [[t('proposals.bets'), taken, t('proposals.givenBack')]],
    facts: [...facts, [t('games.why'), named('why', String(why))]],
    means: 'proposals.cancelMeans',
  }
}

function reversalWords({ id, playerId, received }: Proposal['content'], before: Proposal['before']): Told {
  const money = (amount: unknown) => text(amount) && moneyText(String(amount))
  const lines: Line[] = [
    [t('proposals.balance'), money(before.available), money(before.left)],
    [t('proposals.owes'), null, money(before.owed)],
  ]
  const facts: Fact[] = [
    [t('deposits.credited'), money(received)],
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
  return { lines, facts, means: 'proposals.reverseMeans' }
}
