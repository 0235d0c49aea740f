import type { ReactNode } from 'react'
import type { ProposalKind, listProposals } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { useNow } from '#ui/browser/now.ts'
import { findPeriod } from '#core/periods/schedule'
import type { MoneySettingName } from '#core/rules/money/settings'
import { named, sharedWords, spoken, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { BeforeAfter, type Line } from '../../parts/BeforeAfter.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Link } from '../../shell/place.tsx'
import { moneyText, settingLines } from '../settings/in-words.ts'
import { EffectBox } from './EffectBox.tsx'
import { effectOf } from './effects.ts'

type Proposal = Output<typeof listProposals>['items'][number]
type Fact = readonly [string, ReactNode]
type Told = { readonly lines: readonly Line[]; readonly facts?: readonly Fact[] }

/** What a proposal would do: how things stand, how they would be, and what follows from that. */
export function Content({ proposal }: { proposal: Proposal }) {
  const now = useNow(15_000)
  const { lines, facts = [] } = tellers[proposal.kind](proposal.content, proposal.before)
  return (
    <>
      <BeforeAfter of={lines} isDecided={proposal.status !== 'open'} />
      <EffectBox of={effectOf(proposal, now)} />
      <Facts of={facts} />
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

/** For every kind of proposal, from its content and the current state. */
const tellers: Readonly<Record<ProposalKind, Teller>> = {
  'settings.change': ({ name, value }, before) => ({
    lines: settingLines(name as MoneySettingName, String(before.value), String(value)),
  }),
  'countries.change': ({ countries, isServed }, { notServed }) => ({
    lines: (countries as string[]).map((country) => [
      new Intl.DisplayNames(spoken(), { type: 'region' }).of(country) ?? country,
      notServed ? served(!(notServed as string[]).includes(country)) : null,
      served(Boolean(isServed)),
    ]),
  }),
  'receiving.publish': ({ network, address, cardNumber, validUntil, ...bank }, { inUse }) => ({
    lines: [[t('proposals.shownToPlayers'), text(inUse), text(address) ?? text(cardNumber)]],
    facts: [
      [t('receiving.kind'), text(network) ?? text(bank.bankName)],
      [t('field.bankAddress'), text(bank.bankAddress)],
      [t('field.routing'), text(bank.routing)],
      [t('field.cardholder'), text(bank.cardholder)],
      [t('receiving.validUntil'), typeof validUntil === 'number' ? <Moment key="u" at={validUntil} /> : null],
    ],
  }),
  'receiving.retire': (_, { inUse, of }) => ({
    lines: [[t('proposals.shownToPlayers'), text(inUse), t('proposals.nothingInstead')]],
    facts: [[t('receiving.kind'), text(of)]],
  }),
  'deposits.reverse': reversalWords,
  'draws.cancel': cancelWords,
  'operators.invite': ({ account, name, email, role }, before) => ({
    lines: [[t('field.role'), null, named('role', String(role))]],
    facts: [
      [t('field.account'), text(account)],
      [t('field.name'), text(name)],
      [t('field.email'), text(email)],
      ...roleFacts(before),
    ],
  }),
  'operators.set-role': ({ role, from }, before) => ({
    lines: [[t('field.role'), named('role', String(before.role ?? from)), named('role', String(role))]],
    facts: roleFacts(before),
  }),
  'operators.recover': (_, { factors }) => ({
    lines: [[t('operators.factor'), Array.isArray(factors) ? factors.join(', ') : null, t('operators.no')]],
  }),
}

/** What the role lets somebody do and no longer do; nothing where a release before this one decided. */
function roleFacts({ gains, loses }: Proposal['before']): Fact[] {
  const can = (all: unknown) =>
    Array.isArray(all) && all.length > 0 ? (
      <ul className="flex flex-wrap justify-end gap-1">
        {all.map((each) => (
          <li key={String(each)}>
            <Badge>{named('can', String(each))}</Badge>
          </li>
        ))}
      </ul>
    ) : null
  return [
    [t('effect.gains'), can(gains)],
    [t('effect.loses'), can(loses)],
  ]
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
  return { lines, facts }
}
