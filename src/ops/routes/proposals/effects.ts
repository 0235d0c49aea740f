import type { ProposalKind, listProposals } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { type Cents, parseCents, storedCents } from '#core/money/cents'
import { reaches, settingReach } from '#core/rules/money/setting-reach'
import { amountText } from '#core/money/amount-text'
import type { MoneySettingName } from '#core/rules/money/settings'
import { named, spoken, t } from '../../i18n/words.ts'
import { momentText } from '../../parts/Moment.tsx'
import { moneyText, valueText } from '../settings/in-words.ts'

type Proposal = Output<typeof listProposals>['items'][number]
type Known = Readonly<Record<string, unknown>>

/** What a proposal does, from when on, in sentences. */
export type Effect = { readonly when: string | null; readonly sentences: readonly string[] }

const isNumber = (value: unknown): value is number => typeof value === 'number'
const count = (value: unknown) => new Intl.NumberFormat(spoken()).format(Number(value))

/**
 * The sentences that tell what follows from a proposal. Those that need what the server counted are left out where it is not
 * known: before the proposal is made, and for one decided before that was kept.
 */
export function effectOf(proposal: Proposal, nowMs: number): Effect {
  const { kind, status, content, before, decidedAt } = proposal
  if (status === 'declined') return { when: null, sentences: [t('effect.nothing')] }
  const from = startOf(content, decidedAt ?? nowMs) ?? decidedAt
  return { when: whenText(from), sentences: tellers[kind](content, before) }
}

/** The same for a setting while its new value is typed. */
export function settingEffect(name: MoneySettingName, values: Values, effectiveAt: number | undefined): Effect {
  return { when: whenText(effectiveAt ?? null), sentences: settingSentences(name, values, {}) }
}

const whenText = (from: number | null) =>
  from === null ? t('effect.atOnce') : t('effect.from', { at: momentText(from) })

/** The instant that was asked for, where it is later than the decision. */
function startOf({ effectiveAtMs, validFrom }: Known, decidedAtMs: number): number | null {
  const asked = [effectiveAtMs, validFrom].find(isNumber)
  return asked !== undefined && asked > decidedAtMs ? asked : null
}

const tellers: Readonly<Record<ProposalKind, (content: Known, before: Known) => string[]>> = {
  'settings.change': ({ name, value }, before) =>
    settingSentences(
      name as MoneySettingName,
      { before: String(before.until ?? before.value), after: String(value) },
      before,
    ),
  'countries.change': countrySentences,
  'receiving.publish': publishSentences,
  'receiving.retire': (_, { of, next, topUps, isShown }) => [
    t('effect.retired'),
    ...(typeof next === 'string' ? [t('effect.nextAddress', { address: next })] : []),
    ...(isShown && next === null ? [t('effect.noAddressLeft', { of: String(of) })] : []),
    ...formerClaims(topUps),
  ],
  'deposits.reverse': reversalSentences,
  'draws.cancel': (_, { bets, stakes }) => {
    if (bets === undefined) return [t('proposals.cancelMeans')]
    return Number(bets) === 0
      ? [t('effect.cancelledEmpty')]
      : [t('effect.cancelled', { bets: t('counted.bets', { count: Number(bets) }), stakes: moneyText(String(stakes)) })]
  },
  'operators.invite': ({ name }) => [t('effect.invited', { name: String(name) })],
  'operators.set-role': () => [t('effect.role')],
  'operators.recover': (_, { factors, sessions }) =>
    Array.isArray(factors) && isNumber(sessions)
      ? [t('effect.recovered', { factors: count(factors.length), sessions: count(sessions) })]
      : [t('proposals.recoverMeans')],
}

type Values = { readonly before: string; readonly after: string }

function settingSentences(name: MoneySettingName, { before, after }: Values, known: Known): string[] {
  const setting = named('setting', name)
  const reach = settingReach[name]
  const told = { setting, before: valueText(name, before), after: valueText(name, after) }
  return [
    t(before === after ? 'effect.same' : 'effect.setting', told),
    t(`effect.reach.${reach}`),
    ...reaches[reach]
      .filter((kind) => isNumber(known[kind]))
      .map((kind) => t(`effect.count.${kind}`, { count: count(known[kind]) })),
  ]
}

const mostCounted = 10_000

function countrySentences({ countries, isServed }: Known, { players, certifications }: Known): string[] {
  const names = new Intl.DisplayNames(spoken(), { type: 'region' })
  const list = new Intl.ListFormat(spoken()).format((countries as string[]).map((each) => names.of(each) ?? each))
  if (isServed) return [t('effect.served', { countries: list })]
  const shown = Number(players) > mostCounted ? t('effect.moreThan', { count: count(mostCounted) }) : count(players)
  return [
    t('effect.notServed', { countries: list }),
    ...(isNumber(players) ? [t('effect.playersStay', { count: shown })] : [t('proposals.countriesMeans')]),
    ...(isNumber(certifications) ? [t('effect.certificationsStay', { count: count(certifications) })] : []),
  ]
}

function publishSentences({ network, validUntil }: Known, { inUse, topUps }: Known): string[] {
  if (typeof network !== 'string')
    return isNumber(validUntil) ? [t('effect.card', { until: momentText(validUntil) })] : []
  const of = `USDT ${network}`
  return inUse ? [t('effect.address', { of }), ...formerClaims(topUps)] : [t('effect.firstAddress', { of })]
}

const formerClaims = (topUps: unknown) => (isNumber(topUps) ? [t('effect.formerClaims', { count: count(topUps) })] : [])

const isUnknown = (amount: Cents | null | undefined): amount is null | undefined =>
  amount === null || amount === undefined

function reversalSentences(_: Known, { available, left, owed }: Known): string[] {
  const [had, stays, missing] = [available, left, owed].map((each) => parseCents(String(each)))
  if (isUnknown(had) || isUnknown(stays)) return [t('proposals.reverseMeans')]
  const taken = storedCents(had - stays)
  return [
    t('effect.reversal', { taken: amountText(taken, spoken()), left: amountText(stays, spoken()) }),
    ...(missing ? [t('effect.owed', { owed: amountText(missing, spoken()) })] : []),
  ]
}
