import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  passCertification,
  rejectCertification,
  releaseCertification,
  takeCertification,
} from '#contract/console/certifications'
import {
  agreeDeposit,
  passDeposit,
  proposeReversal,
  rejectDeposit,
  releaseDeposit,
  takeDeposit,
} from '#contract/console/deposits'
import { publishReceiving } from '#contract/console/receiving'
import { approveProposal, declineProposal } from '#contract/console/settings'
import {
  agreeWithdrawal,
  passWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { sendMessage } from '#contract/service/chat'
import {
  answerConversation,
  assignConversation,
  claimConversation,
  closeConversation,
  openCase,
  resolveCase,
} from '#contract/service/desk'
import { type Machine, rowsOf, tryStep, tryTwice } from '../../testing/attack/machine.ts'
import { type Watch, watchChanges } from '../../testing/attack/watch-changes.ts'
import { depositForm, money, paymentPassword, publishAddress, tronAddress, withdrawer } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Player, type Visitor, application } from '../../testing/person.ts'
import { conversationIdOf } from '../../testing/service/conversations.ts'

/** What operators decide, as states and steps: every step is tried in every state, over HTTP. */

type Pair = { readonly me: Visitor; readonly colleague: Visitor }

let house: House
let watch: Watch
let finance: Pair
let reviewers: Pair
let support: Pair
beforeAll(async () => {
  house = await openHouse()
  const pair = async (role: 'finance' | 'reviewer' | 'support'): Promise<Pair> => ({
    me: await house.operator(role),
    colleague: await house.colleague(role),
  })
  finance = await pair('finance')
  reviewers = await pair('reviewer')
  support = await pair('support')
  await publishAddress(finance.me, finance.colleague)
  watch = await watchChanges(house)
})
afterAll(async () => {
  await watch.close()
  await house.close()
})

const reason = 'to see what happens'
type Case = { readonly id: string }

/** Tries every step of a machine in every state. */
function tryAll<Thing>(machine: Machine<Thing>): void {
  const rows = rowsOf(machine)
  const isRepeatable = (step: string) => machine.repeatable?.includes(step) ?? false

  test.each(rows.filter((row) => row.isLegal))('$state: $step is done', async (row) => {
    const { refusal, effects } = await tryStep(machine, watch, row)
    expect(refusal).toBeNull()
    expect(effects).not.toEqual([])
  })

  test.each(rows.filter((row) => !row.isLegal))('$state: $step is refused and changes nothing', async (row) => {
    const { refusal, effects } = await tryStep(machine, watch, row)
    expect(refusal).not.toBeNull()
    expect(effects).toEqual([])
  })

  const once = rows.filter((row) => row.isLegal && !isRepeatable(row.step))
  test.each(once)('$state: $step, tapped twice, is done once', async (row) => {
    expect(await tryTwice(machine, row)).toBe(1)
  })
}

/** The states that every review has, made of its own calls. */
function reviewStates<State extends Case>(begin: () => Promise<State>, by: Reviewing) {
  const after =
    (...moves: ((id: string) => Promise<unknown>)[]) =>
    async () => {
      const begun = await begin()
      for (const move of moves) await move(begun.id)
      return begun
    }
  return {
    waiting: begin,
    'in my hand': after((id) => by.take('me', id)),
    'in a colleague’s hand': after((id) => by.take('colleague', id)),
    passed: after(
      (id) => by.take('colleague', id),
      (id) => by.pass('colleague', id),
    ),
    rejected: after((id) => by.reject('colleague', id)),
    after,
  }
}

type Who = keyof Pair
type Reviewing = Readonly<Record<'take' | 'pass' | 'reject', (who: Who, id: string) => Promise<unknown>>>

describe('a certification', () => {
  type Applied = Case & { readonly player: Player }
  const by: Reviewing = {
    take: (who, id) => reviewers[who].call(takeCertification, { id }),
    pass: (who, id) => reviewers[who].call(passCertification, { id }),
    reject: (who, id) => reviewers[who].call(rejectCertification, { id, reason: 'other', text: reason }),
  }
  const begin = async (): Promise<Applied> => {
    const player = await house.player()
    return { player, ...(await player.call(applyForCertification, await application(player), randomUUID())) }
  }
  const { after: _, ...states } = reviewStates(begin, by)
  tryAll<Applied>({
    states,
    steps: {
      take: ({ id }) => by.take('me', id),
      release: ({ id }) => reviewers.me.call(releaseCertification, { id }),
      pass: ({ id }) => by.pass('me', id),
      reject: ({ id }) => by.reject('me', id),
    },
    legal: {
      waiting: ['take', 'reject'],
      'in my hand': ['take', 'release', 'pass', 'reject'],
      'in a colleague’s hand': [],
      passed: [],
      rejected: [],
    },
    repeatable: ['take'],
  })
})

describe('a top-up', () => {
  const by: Reviewing = {
    take: (who, id) => finance[who].call(takeDeposit, { id }),
    pass: (who, id) => finance[who].call(passDeposit, { id, received: money('50.00') }),
    reject: (who, id) => finance[who].call(rejectDeposit, { id, reason: 'not_arrived' }),
  }
  const agree =
    (who: Who, received = '50.00') =>
    (id: string) =>
      finance[who].call(agreeDeposit, { id, received: money(received) })
  const begin = async (): Promise<Case> => {
    const player = await house.player({ certified: true })
    return player.call(requestDeposit, await depositForm(player), randomUUID())
  }
  const { after, ...states } = reviewStates(begin, by)
  const take = (who: Who) => (id: string) => by.take(who, id)
  tryAll<Case>({
    states: {
      ...states,
      'agreed by me': after(take('me'), agree('me')),
      'agreed by me, in my hand again': after(take('me'), agree('me', '6000.00'), take('me')),
      'agreed by a colleague': after(take('colleague'), agree('colleague')),
      'agreed by a colleague, in my hand': after(take('colleague'), agree('colleague'), take('me')),
      'a large one agreed by a colleague, in my hand': after(
        take('colleague'),
        agree('colleague', '6000.00'),
        take('me'),
      ),
    },
    steps: {
      take: ({ id }) => by.take('me', id),
      release: ({ id }) => finance.me.call(releaseDeposit, { id }),
      agree: ({ id }) => agree('me')(id),
      pass: ({ id }) => by.pass('me', id),
      'pass a large one': ({ id }) => finance.me.call(passDeposit, { id, received: money('6000.00') }),
      reject: ({ id }) => by.reject('me', id),
      'propose to reverse': ({ id }) => finance.me.call(proposeReversal, { id, reason }),
    },
    legal: {
      waiting: ['take', 'reject'],
      'in my hand': ['take', 'release', 'agree', 'pass', 'reject'],
      'in a colleague’s hand': [],
      passed: ['propose to reverse'],
      rejected: [],
      'agreed by me': ['take'],
      // Another amount than the one agreed, and one's own agreement for the other: neither passes.
      'agreed by me, in my hand again': ['take', 'release', 'agree', 'reject'],
      'agreed by a colleague': ['take'],
      'agreed by a colleague, in my hand': ['take', 'release', 'agree', 'pass', 'reject'],
      'a large one agreed by a colleague, in my hand': ['take', 'release', 'agree', 'pass a large one', 'reject'],
    },
    repeatable: ['take'],
  })
})

describe('a withdrawal', () => {
  const by: Reviewing = {
    take: (who, id) => finance[who].call(takeWithdrawal, { id }),
    pass: (who, id) => finance[who].call(passWithdrawal, { id, payoutReference: 'TX 1' }),
    reject: (who, id) => finance[who].call(rejectWithdrawal, { id, reason: 'other', text: reason }),
  }
  const agree = (who: Who) => (id: string) => finance[who].call(agreeWithdrawal, { id })
  const take = (who: Who) => (id: string) => by.take(who, id)
  const begin = (amount: string) => async (): Promise<Case> => {
    const player = await withdrawer(house, '9000.00')
    const form = { walletId: player.walletId, amount: money(amount), paymentPassword }
    return player.call(requestWithdrawal, form, randomUUID())
  }
  const { after: _, ...states } = reviewStates(begin('10.00'), by)
  const { after } = reviewStates(begin('6000.00'), by)
  tryAll<Case>({
    states: {
      ...states,
      'a large one in my hand': after(take('me')),
      'a large one agreed by me': after(take('me'), agree('me')),
      'a large one agreed by me, in my hand': after(take('me'), agree('me'), take('me')),
      'a large one agreed by a colleague': after(take('colleague'), agree('colleague')),
      'a large one agreed by a colleague, in my hand': after(take('colleague'), agree('colleague'), take('me')),
    },
    steps: {
      take: ({ id }) => by.take('me', id),
      release: ({ id }) => finance.me.call(releaseWithdrawal, { id }),
      agree: ({ id }) => agree('me')(id),
      pass: ({ id }) => by.pass('me', id),
      reject: ({ id }) => by.reject('me', id),
    },
    legal: {
      waiting: ['take', 'reject'],
      'in my hand': ['take', 'release', 'agree', 'pass', 'reject'],
      'in a colleague’s hand': [],
      passed: [],
      rejected: [],
      'a large one in my hand': ['take', 'release', 'agree', 'reject'],
      'a large one agreed by me': ['take'],
      'a large one agreed by me, in my hand': ['take', 'release', 'agree', 'reject'],
      'a large one agreed by a colleague': ['take'],
      'a large one agreed by a colleague, in my hand': ['take', 'release', 'agree', 'pass', 'reject'],
    },
    repeatable: ['take'],
  })
})

describe('a proposal', () => {
  const propose = (who: Who) => async (): Promise<Case> => {
    const form = { kind: 'usdt', network: 'TRC20', address: tronAddress(), reason } as const
    const { proposalId: id } = await finance[who].call(publishReceiving, form)
    return { id }
  }
  const decided = (decide: (id: string) => Promise<unknown>) => async () => {
    const proposal = await propose('me')()
    await decide(proposal.id)
    return proposal
  }
  tryAll<Case>({
    states: {
      mine: propose('me'),
      'a colleague’s': propose('colleague'),
      approved: decided((id) => finance.colleague.call(approveProposal, { id })),
      declined: decided((id) => finance.colleague.call(declineProposal, { id, reason })),
    },
    steps: {
      approve: ({ id }) => finance.me.call(approveProposal, { id }),
      decline: ({ id }) => finance.me.call(declineProposal, { id, reason }),
    },
    legal: { mine: ['decline'], 'a colleague’s': ['approve', 'decline'], approved: [], declined: [] },
  })
})

describe('a conversation', () => {
  const begin = async (): Promise<Case> => {
    const player = await house.player()
    await player.call(sendMessage, { text: 'Good morning' }, randomUUID())
    return { id: await conversationIdOf(house, player) }
  }
  const after = (move: (id: string) => Promise<unknown>) => async () => {
    const begun = await begin()
    await move(begun.id)
    return begun
  }
  tryAll<Case>({
    states: {
      waiting: begin,
      'in my hand': after((id) => support.me.call(claimConversation, { id })),
      'in a colleague’s hand': after((id) => support.colleague.call(claimConversation, { id })),
      'with a complaint': after((id) => support.me.call(openCase, { id })),
      closed: after((id) => support.colleague.call(closeConversation, { id })),
    },
    steps: {
      claim: ({ id }) => support.me.call(claimConversation, { id }),
      answer: ({ id }, key) => support.me.call(answerConversation, { id, text: 'Good morning' }, key),
      close: ({ id }) => support.me.call(closeConversation, { id }),
      'open a complaint': ({ id }) => support.me.call(openCase, { id }),
      'end a complaint': ({ id }) => support.me.call(resolveCase, { id, text: 'It was our mistake' }),
      'give back': ({ id }) => support.me.call(assignConversation, { id, account: null }),
    },
    legal: {
      waiting: ['claim', 'answer', 'close', 'open a complaint', 'give back'],
      'in my hand': ['claim', 'answer', 'close', 'open a complaint', 'give back'],
      'in a colleague’s hand': [],
      'with a complaint': ['claim', 'answer', 'end a complaint', 'give back'],
      closed: ['claim', 'answer', 'close', 'open a complaint', 'give back'],
    },
    repeatable: ['claim', 'answer', 'close', 'give back'],
  })
})
