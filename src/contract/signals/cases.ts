import * as z from 'zod/mini'
import { moneySettingNames, settingUnits } from '#core/rules/money/settings'
import { caseOutcomes, caseStates, caseSteps } from '#core/signals/case'
import { signalRules } from '#core/signals/rules'
import { countedAs } from '#core/signals/score'
import { endpoint } from '../endpoint.ts'
import { Reason } from '../money/fields.ts'
import { Amount, Instant, atMost, pageInput, pageOf, storable } from '../wire.ts'

const Rule = z.enum(signalRules)
const State = z.enum(caseStates, 'kind_unknown')
const Outcome = z.nullable(z.enum(caseOutcomes))
const byId = { id: z.uuid('signal_case_unknown') }
const Account = z.string().check(atMost(100), storable)

/** What two accounts can have in common. */
const linkReasons = ['document', 'wallet', 'card', 'device', 'inviter', 'address'] as const

/** How much of a case the operator was shown. A decision about a case that has more by then is refused. */
const Seen = z.strictObject({ signals: z.int(), holds: z.int() })

const caseRefusals = ['signal_case_unknown', 'already_decided', 'review_not_taken'] as const

/** The same for what nobody does in a case about their own account as a player. */
const decisionRefusals = [...caseRefusals, 'same_person'] as const

export const listSignalCases = endpoint({
  method: 'GET',
  path: '/console/signals',
  summary: 'Cases of one state, what is due first on top; closed ones newest first',
  who: 'operator',
  can: 'signals.view',
  input: z.strictObject({
    ...pageInput,
    state: State,
    /** Only the caller’s own, or only those of nobody. */
    whose: z.optional(z.enum(['own', 'free'])),
  }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      number: z.string(),
      state: z.enum(caseStates),
      owner: z.nullable(z.string()),
      rules: z.array(Rule),
      signals: z.int(),
      /** The accounts of some of its players, and how many there are. */
      accounts: z.array(z.string()),
      players: z.int(),
      /** How many withdrawals wait for it now. */
      holds: z.int(),
      openedAt: Instant,
      dueAt: Instant,
      conclusion: Outcome,
      closedAt: z.nullable(Instant),
    }),
  ),
  refuses: ['kind_unknown'],
  limit: 'read',
})

/** One signal, and what it adds to a score and why. */
const Signal = z.strictObject({
  id: z.string(),
  rule: Rule,
  /** The figures for the words of the rule; amounts as `10.00`. */
  facts: z.record(z.string(), z.string()),
  points: z.int(),
  at: Instant,
  counts: z.int(),
  as: z.enum(countedAs),
  caseId: z.uuid(),
  caseNumber: z.string(),
})

const Score = z.strictObject({
  score: z.int(),
  /** Newest first. */
  signals: z.array(Signal),
})

const Graph = z.strictObject({
  nodes: z.array(z.strictObject({ id: z.uuid(), account: z.string(), isOfCase: z.boolean() })),
  links: z.array(z.strictObject({ a: z.uuid(), b: z.uuid(), reason: z.enum(linkReasons), since: Instant })),
  /** Whether there are more accounts or links than are listed. */
  isCut: z.boolean(),
})

export const viewSignalCase = endpoint({
  method: 'GET',
  path: '/console/signals/:id',
  summary: 'One case: its signals, its players with their scores, what it holds, and how the accounts are linked',
  who: 'operator',
  can: 'signals.view',
  input: z.strictObject(byId),
  output: z.strictObject({
    id: z.uuid(),
    number: z.string(),
    state: z.enum(caseStates),
    owner: z.nullable(z.string()),
    isOwn: z.boolean(),
    openedAt: Instant,
    dueAt: Instant,
    lookedAt: z.nullable(Instant),
    conclusion: Outcome,
    closedBy: z.nullable(z.string()),
    closedAt: z.nullable(Instant),
    signals: z.array(
      z.strictObject({
        id: z.string(),
        rule: Rule,
        facts: z.record(z.string(), z.string()),
        points: z.int(),
        at: Instant,
        accounts: z.array(z.string()),
      }),
    ),
    signalCount: z.int(),
    /** To be sent with a decision about the case. */
    seen: Seen,
    players: z.array(z.strictObject({ id: z.uuid(), account: z.string(), ...Score.shape })),
    playerCount: z.int(),
    holds: z.array(
      z.strictObject({
        withdrawalId: z.uuid(),
        account: z.string(),
        amount: Amount,
        heldUntil: Instant,
        endedAt: z.nullable(Instant),
        endedBy: z.nullable(z.string()),
      }),
    ),
    steps: z.array(
      z.strictObject({
        step: z.enum(caseSteps),
        by: z.nullable(z.string()),
        to: z.nullable(z.string()),
        text: z.nullable(z.string()),
        at: Instant,
      }),
    ),
    graph: Graph,
    /** Whom it can be handed over to. */
    colleagues: z.array(z.string()),
  }),
  refuses: ['signal_case_unknown'],
  limit: 'read',
})

export const takeSignalCase = endpoint({
  method: 'POST',
  path: '/console/signals/:id/take',
  summary: 'Make a case one’s own: one of nobody, or that of a colleague who was seen to have it',
  who: 'operator',
  can: 'signals.handle',
  input: z.strictObject({ ...byId, from: z.nullable(Account) }),
  output: z.strictObject({}),
  refuses: ['signal_case_unknown', 'already_decided', 'same_person', 'signal_case_changed'],
  limit: 'write',
})

export const handOverSignalCase = endpoint({
  method: 'POST',
  path: '/console/signals/:id/hand-over',
  summary: 'Hand one’s case over to a colleague, or give it back for anybody to take',
  who: 'operator',
  can: 'signals.handle',
  input: z.strictObject({ ...byId, account: z.nullable(Account) }),
  output: z.strictObject({}),
  refuses: [...caseRefusals, 'operator_unknown'],
  limit: 'write',
})

export const noteSignalCase = endpoint({
  method: 'POST',
  path: '/console/signals/:id/note',
  summary: 'Note something in a case that is not closed; it cannot be taken back',
  who: 'operator',
  can: 'signals.handle',
  input: z.strictObject({ ...byId, text: Reason }),
  output: z.strictObject({}),
  refuses: ['signal_case_unknown', 'already_decided', 'reason_missing'],
  limit: 'write',
})

export const waitSignalCase = endpoint({
  method: 'POST',
  path: '/console/signals/:id/wait',
  summary: 'Let one’s case wait for an answer, until it is due again; it holds nothing meanwhile',
  who: 'operator',
  can: 'signals.handle',
  input: z.strictObject({ ...byId, seen: Seen, dueAt: Instant, text: Reason }),
  output: z.strictObject({}),
  refuses: [...decisionRefusals, 'signal_case_changed', 'reason_missing', 'validity_wrong'],
  limit: 'write',
})

export const resumeSignalCase = endpoint({
  method: 'POST',
  path: '/console/signals/:id/resume',
  summary: 'Go on with one’s case that was waiting',
  who: 'operator',
  can: 'signals.handle',
  input: z.strictObject(byId),
  output: z.strictObject({}),
  refuses: decisionRefusals,
  limit: 'write',
})

export const lookedSignalCase = endpoint({
  method: 'POST',
  path: '/console/signals/:id/looked',
  summary: 'Say that one looked at the whole case; the withdrawals that waited for it can be decided then',
  who: 'operator',
  can: 'signals.handle',
  input: z.strictObject({ ...byId, seen: Seen, text: Reason }),
  output: z.strictObject({}),
  refuses: [...decisionRefusals, 'signal_case_changed', 'reason_missing'],
  limit: 'write',
})

export const closeSignalCase = endpoint({
  method: 'POST',
  path: '/console/signals/:id/close',
  summary: 'Close one’s case with its conclusion; nothing is held for it from then on',
  who: 'operator',
  can: 'signals.handle',
  input: z.strictObject({ ...byId, seen: Seen, conclusion: z.enum(caseOutcomes, 'kind_unknown'), text: Reason }),
  output: z.strictObject({}),
  refuses: [...decisionRefusals, 'signal_case_changed', 'reason_missing', 'kind_unknown'],
  limit: 'write',
})

export const listSignalRules = endpoint({
  method: 'GET',
  path: '/console/signal-rules',
  summary: 'Every rule with its settings in force and how often it found something lately',
  who: 'operator',
  can: 'signals.view',
  input: z.strictObject({}),
  output: z.strictObject({
    rules: z.array(
      z.strictObject({
        rule: Rule,
        points: z.int(),
        holds: z.boolean(),
        /** A rule rests while it is worth no points, and where it lacks what it compares with. */
        state: z.enum(['awake', 'resting', 'no_ranges']),
        settings: z.array(
          z.strictObject({ name: z.enum(moneySettingNames), unit: z.enum(settingUnits), value: z.string() }),
        ),
        /** Signals of the last 30 days, and how many of them are in cases that found nothing. */
        signals: z.int(),
        cleared: z.int(),
      }),
    ),
    holdMinutes: z.int(),
    fadeDays: z.int(),
  }),
  refuses: [],
  limit: 'read',
})

export const viewPlayerScore = endpoint({
  method: 'GET',
  path: '/console/players/:id/score',
  summary: 'A player’s score: the signals that make it up, what each counts and why',
  who: 'operator',
  can: 'signals.view',
  input: z.strictObject({ id: z.uuid() }),
  output: Score,
  refuses: ['player_unknown'],
  limit: 'read',
})
