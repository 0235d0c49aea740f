import { QueryClient } from '@tanstack/react-query'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { ProposalKind, listProposals } from '#contract/console/settings'
import type { ProposalContents } from '#contract/console/work/proposals'
import type { Output } from '#contract/endpoint'
import type { Me } from '../../shell/me.ts'
import { browser, drawn } from '../../testing/draw.tsx'

for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
const { loadLanguage } = await import('../../i18n/words.ts')
const { momentText } = await import('../../parts/Moment.tsx')
const { Content } = await import('./Content.tsx')
await loadLanguage()
afterAll(() => vi.unstubAllGlobals())

const [one, other] = [randomUUID(), randomUUID()]
const [soonMs, laterMs] = [Date.now() + 3 * 3_600_000, Date.now() + 27 * 3_600_000]
const [soon, later] = [momentText(soonMs), momentText(laterMs)]

/** Every field of a content, also those that may be left out, with its value and how that is shown. */
type Shown<Of> = Of extends unknown
  ? { readonly [Field in keyof Of]-?: readonly [value: NonNullable<Of[Field]>, shownAs: string] }
  : never

/** In place of how a field is shown: whoever decides knows what it says from something else. */
const elsewhere = ''

const contents: { readonly [Kind in ProposalKind]: readonly Shown<ProposalContents[Kind]>[] } = {
  'settings.change': [
    { name: ['deposit_min', 'Least top-up'], value: ['12.34', '$12.34'], effectiveAtMs: [soonMs, soon] },
  ],
  'countries.change': [
    { countries: [['AU'], 'Australia'], isServed: [false, 'not served'], effectiveAtMs: [soonMs, soon] },
  ],
  'receiving.publish': [
    {
      // The network says it, or the bank.
      kind: ['usdt', elsewhere],
      network: ['TRC20', 'TRC20'],
      address: ['T-address', 'T-address'],
      validFrom: [soonMs, soon],
      // Stands above the content, for every kind of proposal.
      reason: ['Cards rotate.', elsewhere],
    },
    {
      kind: ['bank', elsewhere],
      bankName: ['First Example Bank', 'First Example Bank'],
      bankAddress: ['1 Example Street', '1 Example Street'],
      cardNumber: ['6222020012345678', '6222020012345678'],
      routing: ['021000021', '021000021'],
      cardholder: ['Mai Tran', 'Mai Tran'],
      validFrom: [soonMs, soon],
      validUntil: [laterMs, later],
      reason: ['Cards rotate.', elsewhere],
    },
  ],
  // The account is shown as it stands now, with its number or address.
  'receiving.retire': [{ id: [one, elsewhere] }],
  'deposits.reverse': [{ id: [one, one], playerId: [other, other], received: ['49.99', '$49.99'] }],
  'draws.cancel': [
    { drawId: ['k3_10m:20261102:0007', 'k3_10m:20261102:0007'], why: ['authority', 'An order of an authority'] },
  ],
  'operators.invite': [
    {
      account: ['mai.tran', 'mai.tran'],
      name: ['Mai Anh', 'Mai Anh'],
      email: ['mai@staff.example', 'mai@staff.example'],
      role: ['support', 'support'],
    },
  ],
  // The title names the operator.
  'operators.set-role': [
    { operatorId: [one, elsewhere], from: ['reviewer', 'reviewer'], role: ['finance', 'finance'] },
  ],
  'operators.recover': [{ operatorId: [one, elsewhere] }],
}

/** How things stand, where the words need it. */
const before: Partial<Record<ProposalKind, Readonly<Record<string, unknown>>>> = {
  'settings.change': { value: '10.00' },
  'receiving.retire': { inUse: 'T-address', of: 'TRC20', isShown: true, next: null, topUps: 0 },
  'deposits.reverse': { available: '80.00', left: '30.01', owed: '0.00' },
}

type Proposal = Output<typeof listProposals>['items'][number]

function markupOf(kind: ProposalKind, content: Proposal['content']): string {
  const proposal: Proposal = {
    id: randomUUID(),
    kind,
    subject: 'subject:x',
    content,
    before: { ...before[kind] },
    reason: 'as agreed',
    declineReason: null,
    status: 'open',
    proposedBy: 'finance',
    proposedAt: Date.now(),
    decidedBy: null,
    decidedAt: null,
  }
  const me: Me = { account: 'admin', name: 'Admin', role: 'admin', can: [] }
  return drawn(<Content proposal={proposal} />, { me, queries: new QueryClient() })
}

test.each(Object.keys(contents) as ProposalKind[])('whoever decides on %s sees every field of it', (kind) => {
  for (const fields of contents[kind]) {
    const all = Object.entries<readonly [unknown, string]>(fields)
    const markup = markupOf(kind, Object.fromEntries(all.map(([field, [value]]) => [field, value])))
    for (const [field, [, shownAs]] of all) expect(markup, field).toContain(shownAs)
  }
})
