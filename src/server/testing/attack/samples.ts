import { consoleApi, playerApi } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { likelyInput } from '#contract/testing/schema-walk'
import { paymentPassword, transactionId, tronAddress } from '../money.ts'
import { identityForm, testPassword } from '../person.ts'
import type { Slip, Stage, Things } from './stage.ts'

export type Fields = Readonly<Record<string, unknown>>
export type CallName = keyof typeof playerApi | keyof typeof consoleApi

/** A well-formed input that names these things. */
type Sample = (things: Things, slip: Slip) => Fields

const reason = 'to see what happens'
/** More than a case has, so that it never counts as changed. */
const seen = { signals: 1_000, holds: 1_000 }
const none = 'a'.repeat(43)
const byId =
  (kind: keyof Things): Sample =>
  (things) => ({ id: things[kind] })
const because =
  (kind: keyof Things): Sample =>
  (things) => ({ id: things[kind], reason })
const says =
  (kind: keyof Things): Sample =>
  (things) => ({ id: things[kind], text: 'Good morning' })
const ofDraw: Sample = ({ draw }) => ({ drawId: draw })

/** Calls of players that name things by their ids. */
const ofPlayers: Partial<Record<keyof typeof playerApi, Sample>> = {
  // Two passwords that are the same, or one that everybody guesses, would be refused before anything else is looked at.
  'accounts.register': () => ({
    ...likely(playerApi['accounts.register']),
    payment: { password: paymentPassword, repeat: paymentPassword },
  }),
  'accounts.recover': ({ recovery }) => ({
    requestId: recovery,
    code: '00000000',
    password: testPassword,
    repeat: testPassword,
  }),
  'accounts.edit-profile': ({ avatar }) => ({ nickname: 'Somebody', avatarId: avatar }),
  'accounts.confirm-change': ({ change }) => ({ requestId: change, code: '00000000' }),
  'sessions.end-one': byId('session'),
  'certification.apply': ({ identity }) => ({ ...identityForm(), photoId: identity }),
  'factors.confirm-totp': ({ newFactor }) => ({ id: newFactor, code: '000000' }),
  'factors.confirm-passkey': ({ newFactor }) => ({ ...likely(playerApi['factors.confirm-passkey']), id: newFactor }),
  'factors.remove': ({ factor }) => ({ id: factor, ticket: none }),
  'bets.place': ({ draw }, slip) => ({ drawId: draw, ...slip }),
  'bets.one': byId('bet'),
  'repeatOrders.place': ({ draw }, slip) => ({ drawId: draw, ...slip, periods: 2, stopsOnWin: true }),
  'repeatOrders.cancel': byId('repeatOrder'),
  'draws.proof': ofDraw,
  'draws.witnesses': ofDraw,
  'uploads.view': byId('identity'),
  'wallets.add': () => ({
    kind: 'digital',
    currency: 'USDT',
    network: 'TRC20',
    address: tronAddress(),
    paymentPassword,
  }),
  'wallets.set-default': byId('wallet'),
  'wallets.remove': byId('wallet'),
  'deposits.request': ({ address, voucher }) => ({
    receivingId: address,
    amount: '50.00',
    reference: transactionId(),
    voucherId: voucher,
  }),
  'deposits.view': byId('deposit'),
  'withdrawals.request': ({ wallet }) => ({ walletId: wallet, amount: '10.00', paymentPassword }),
  'withdrawals.view': byId('withdrawal'),
  'service.send': ({ chatPicture }) => ({ pictureId: chatPicture }),
}

/** The same for the console's. */
const ofOperators: Partial<Record<keyof typeof consoleApi, Sample>> = {
  'ops.uploads.view': byId('identity'),
  'certifications.view': byId('certification'),
  'certifications.take': byId('certification'),
  'certifications.release': byId('certification'),
  'certifications.pass': byId('certification'),
  'certifications.reject': ({ certification }) => ({ id: certification, reason: 'other', text: reason }),
  'players.view': byId('player'),
  'players.set-status': ({ player }) => ({ id: player, status: 'restricted', reason }),
  'players.statement': byId('player'),
  'players.bets': byId('player'),
  'players.notes': byId('player'),
  'players.note': ({ player }) => ({ id: player, text: 'asked twice' }),
  'players.papers': byId('player'),
  'players.wallets': byId('player'),
  'players.linked': byId('player'),
  'players.requests': byId('player'),
  'players.sessions': byId('player'),
  'players.conversation': byId('player'),
  'players.life': byId('player'),
  'invitations.revoke': ({ invitation }) => ({ code: invitation, reason }),
  // Of a code that nobody has it lists nobody.
  'invitations.invited': () => ({ of: 'code', name: 'NOBODYS' }),
  'announcements.save-draft': ({ draft }) => ({
    id: draft,
    texts: { en: 'Soon' },
    from: null,
    until: null,
    version: 1,
  }),
  'announcements.delete-draft': ({ draft }) => ({ id: draft, version: 1 }),
  // Not every role may see or filter by every column, but every role may open this list.
  'lists.players.rows': () => ({}),
  'lists.players.export': () => ({}),
  'views.list': () => ({ list: 'players' }),
  'views.rename': ({ view }) => ({ id: view, name: 'Another' }),
  'views.delete': byId('view'),
  'work.read-note': byId('shiftNote'),
  'certifications.hand-over': ({ certification }) => ({ id: certification, account: 'nobody' }),
  'ops.deposits.hand-over': ({ deposit }) => ({ id: deposit, account: 'nobody' }),
  'ops.withdrawals.hand-over': ({ withdrawal }) => ({ id: withdrawal, account: 'nobody' }),
  'ops.signals.view': byId('signalCase'),
  'ops.signals.take': ({ signalCase }) => ({ id: signalCase, from: null }),
  'ops.signals.hand-over': ({ signalCase }) => ({ id: signalCase, account: null }),
  'ops.signals.note': says('signalCase'),
  'ops.signals.wait': ({ signalCase }) => ({ id: signalCase, seen, dueAt: '2027-01-01T00:00:00.000Z', text: reason }),
  'ops.signals.resume': byId('signalCase'),
  'ops.signals.looked': ({ signalCase }) => ({ id: signalCase, seen, text: reason }),
  'ops.signals.close': ({ signalCase }) => ({ id: signalCase, seen, conclusion: 'explained', text: reason }),
  'ops.signals.score': byId('player'),
  'operators.set-role': ({ operator }) => ({ id: operator, role: 'reviewer', reason }),
  'operators.recover': because('operator'),
  'operators.dismiss': because('operator'),
  'ops.deposits.view': byId('deposit'),
  'ops.deposits.take': byId('deposit'),
  'ops.deposits.release': byId('deposit'),
  'ops.deposits.agree': ({ deposit }) => ({ id: deposit, received: '50.00' }),
  'ops.deposits.pass': ({ deposit }) => ({ id: deposit, received: '50.00' }),
  'ops.deposits.reject': ({ deposit }) => ({ id: deposit, reason: 'not_arrived' }),
  'ops.deposits.reverse': because('deposit'),
  'ops.withdrawals.view': byId('withdrawal'),
  'ops.withdrawals.take': byId('withdrawal'),
  'ops.withdrawals.release': byId('withdrawal'),
  'ops.withdrawals.agree': byId('withdrawal'),
  'ops.withdrawals.pass': ({ withdrawal }) => ({ id: withdrawal, payoutReference: 'TX 1' }),
  'ops.withdrawals.reject': ({ withdrawal }) => ({ id: withdrawal, reason: 'other', text: reason }),
  'receiving.publish': () => ({ kind: 'usdt', network: 'TRC20', address: tronAddress(), reason }),
  'receiving.retire': because('card'),
  'receiving.give': ({ card, player }) => ({ id: card, playerId: player }),
  'settings.propose': () => ({ name: 'rebate', value: '0.30', reason }),
  'announcements.write': ({ draft }) => ({
    texts: { 'zh-CN': '维护' },
    until: '2027-01-01T00:00:00.000Z',
    draft: { id: draft, version: 1 },
  }),
  'announcements.withdraw': because('announcement'),
  'proposals.approve': byId('proposal'),
  'proposals.decline': because('proposal'),
  'game-stops.lift': because('stop'),
  'ops.periods.list': () => ({ game: 'k3_5m' }),
  'ops.periods.view': ofDraw,
  'ops.periods.exposure': ofDraw,
  'ops.draws.cancel': ({ draw }) => ({ drawId: draw, why: 'incident', reason }),
  'ops.service.view': byId('conversation'),
  'ops.service.picture': byId('sentPicture'),
  'ops.service.claim': byId('conversation'),
  'ops.service.assign': ({ conversation }) => ({ id: conversation, account: null }),
  'ops.service.answer': says('conversation'),
  'ops.service.close': byId('conversation'),
  'ops.service.open-case': byId('conversation'),
  'ops.service.resolve-case': says('conversation'),
  'ops.service.mark-read': ({ conversation }) => ({ id: conversation, upTo: 1 }),
  'ops.service.typing': byId('conversation'),
  'ops.factors.confirm-totp': ({ newFactor }) => ({ id: newFactor, code: '000000' }),
  'ops.factors.confirm-passkey': ({ newFactor }) => ({
    ...likely(playerApi['factors.confirm-passkey']),
    id: newFactor,
  }),
  'ops.factors.remove': ({ factor }) => ({ id: factor, ticket: none }),
}

const samples = { ...ofPlayers, ...ofOperators } as Readonly<Record<string, Sample | undefined>>

export const isConsoleCall = (name: string): boolean => name in consoleApi

/** Every call of both apps but the upload, whose body is a form with a file and which has its own hostile files. */
export const calls: readonly (readonly [CallName, Endpoint])[] = (
  Object.entries<Endpoint>({ ...playerApi, ...consoleApi }) as [CallName, Endpoint][]
).filter(([, call]) => call.body !== 'picture')

/** Without a cursor, which only an earlier page gives, and without a captcha, which only solving gives. */
function likely(call: Endpoint): Fields {
  const { after: _, captcha: __, ...fields } = likelyInput(call.input) as Record<string, unknown>
  return fields
}

/**
 * A well-formed input of a call that names the given things. A call that names nothing by an id gets one made from its schema; one
 * that does must be listed above, because only a person knows what its ids are of.
 */
export function sampleOf(name: CallName, things: Things, { slip }: Pick<Stage, 'slip'>): Fields {
  const call: Endpoint = { ...playerApi, ...consoleApi }[name]
  const sample = samples[name]
  if (sample) return sample(things, slip)
  const named = idFields(call)
  if (named.length > 0)
    throw new Error(
      `The call ${name} takes an id in ${named.join(' and ')}, and no sample says of what. Add a line for it to ` +
        `${isConsoleCall(name) ? 'ofOperators' : 'ofPlayers'} in src/server/testing/attack/samples.ts; if nothing of its kind ` +
        'exists in the stage yet, make one in stage.ts, for the owner and for the stranger.',
    )
  return likely(call)
}

type Def = { shape?: Record<string, { _zod: { def: { type: string; format?: string; innerType?: unknown } } }> }

/** The fields of a call that hold the id of something. */
function idFields({ path, input }: Endpoint): string[] {
  const { shape = {} } = (input as unknown as { _zod: { def: Def } })._zod.def
  const isId = (field: unknown): boolean => {
    const { def } = (field as { _zod: { def: { format?: string; innerType?: unknown } } })._zod
    return def.format === 'uuid' || (def.innerType !== undefined && isId(def.innerType))
  }
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  // A game and a setting are named, not numbered.
  const ids = inPath.filter((field) => field !== 'game' && field !== 'name')
  return [...new Set([...ids, ...Object.keys(shape).filter((field) => isId(shape[field]))])]
}
