import { randomUUID } from 'node:crypto'
import { applyForCertification } from '#contract/people/certifications'
import { writeAnnouncement } from '#contract/console/texts'
import { createInvitation } from '#contract/console/desk'
import { saveDraft } from '#contract/console/people/drafts'
import { writeShiftNote } from '#contract/console/work/shifts'
import { saveView } from '#contract/console/work/views'
import { stopGame } from '#contract/console/games'
import { proposeSetting } from '#contract/console/settings'
import { depositOptions, requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { askChange } from '#contract/people/profile'
import { me } from '#contract/people/me'
import { askRecovery } from '#contract/people/recovery'
import { listBets, placeRepeatOrder } from '#contract/play/bets'
import { sendMessage } from '#contract/service/chat'
import { type UploadPurpose, uploadPicture } from '#contract/uploads'
import { transaction } from '../../db/database.ts'
import { insertTotp } from '../../features/factors/totp.ts'
import { bet, chosen, periodNow } from '../draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../draws/draw-house.ts'
import { depositForm, money, paymentPassword, publishAddress, withdrawer } from '../money.ts'
import type { House } from '../open-house.ts'
import { type Player, type Visitor, application } from '../person.ts'
import { photo } from '../pictures.ts'
import { conversationIdOf, publishAndGiveCard } from '../service/conversations.ts'
import { signalAbout } from '../signals/cases.ts'

/** The ids of one thing of every kind that a player can have. */
type Belongings = Readonly<
  Record<
    | 'player'
    | 'session'
    | 'wallet'
    | 'avatar'
    | 'voucher'
    | 'identity'
    | 'chatPicture'
    | 'sentPicture'
    | 'bet'
    | 'repeatOrder'
    | 'deposit'
    | 'withdrawal'
    | 'conversation'
    | 'change'
    | 'factor'
    | 'newFactor',
    string
  >
>

/** The same for what operators work on. */
type HouseThings = Readonly<
  Record<
    | 'address'
    | 'card'
    | 'proposal'
    | 'stop'
    | 'announcement'
    | 'draft'
    | 'invitation'
    | 'operator'
    | 'certification'
    | 'signalCase'
    | 'view'
    | 'shiftNote'
    | 'recovery'
    | 'draw',
    string
  >
>

export type Things = Belongings & HouseThings

/** What belongs to nobody in particular: whoever may make the call may name it. */
export const ofTheHouse: readonly (keyof Things)[] = ['draw', 'address', 'card', 'recovery']

/** What a slip names besides ids. */
export type Slip = { readonly rules: string; readonly bets: readonly object[] }

/** A house in which everything that a call can name exists twice: once of the owner and once of a stranger. */
export type Stage = {
  readonly house: DrawHouse
  readonly owner: Player
  readonly stranger: Player
  readonly operators: Readonly<Record<OperatorRole, Visitor>>
  readonly own: Things
  readonly theirs: Things
  /** Well formed, and the name of nothing. */
  readonly nobodys: Things
  readonly slip: Slip
}

const bets = ['k3.sum_big_small big 1.00']

export async function openStage(): Promise<Stage> {
  const house = await openDrawHouse()
  const opened = operatorRoles.map(async (role) => [role, await house.operator(role)] as const)
  const operators = Object.fromEntries(await Promise.all(opened)) as Stage['operators']
  await publishAddress(operators.finance, operators.admin)
  const [owner, stranger] = [await withdrawer(house, '500.00'), await withdrawer(house, '500.00')]
  const first = { operators, of: owner, about: { name: 'deposit_min', game: 'ssc_5m' } } as const
  const second = { operators, of: stranger, about: { name: 'withdrawal_min', game: 'ssc_10m' } } as const
  const own = { ...(await belongingsOf(house, owner)), ...(await houseThings(house, first)) }
  const theirs = { ...(await belongingsOf(house, stranger)), ...(await houseThings(house, second)) }
  const { rules } = await periodNow(owner, 'k3_10m')
  const slip = { rules, bets: bets.map((text) => ({ ...chosen(text), stake: '1.00' })) }
  return { house, owner, stranger, operators, own, theirs, nobodys: unknownLike(own), slip }
}

async function upload(player: Player, purpose: UploadPurpose): Promise<string> {
  const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
  return (await player.call(uploadPicture, { purpose, file }, randomUUID())).id
}

async function belongingsOf(house: House, player: Player & { walletId: string }): Promise<Belongings> {
  const { drawId, rules } = await periodNow(player, 'k3_5m')
  await bet(player, { drawId, rules }, { bets })
  const order = { drawId, rules, bets: bets.map(chosen), periods: 2, stopsOnWin: false }
  const payout = { walletId: player.walletId, amount: money('10.00'), paymentPassword }
  const email = `${player.account}@new.example`
  const sentPicture = await upload(player, 'chat')
  await player.call(sendMessage, { pictureId: sentPicture }, randomUUID())
  return {
    player: player.id,
    session: (await player.call(me, {})).sessionId,
    wallet: player.walletId,
    avatar: await upload(player, 'avatar'),
    voucher: await upload(player, 'voucher'),
    identity: await upload(player, 'identity'),
    chatPicture: await upload(player, 'chat'),
    sentPicture,
    bet: (await player.call(listBets, {})).items[0]!.id,
    repeatOrder: (await player.call(placeRepeatOrder, order, randomUUID())).id,
    deposit: (await player.call(requestDeposit, await depositForm(player), randomUUID())).id,
    withdrawal: (await player.call(requestWithdrawal, payout, randomUUID())).id,
    conversation: await conversationIdOf(house, player),
    change: (await player.call(askChange, { field: 'email', email })).requestId,
    newFactor: await addTotp(house, player, false),
    factor: await addTotp(house, player, true),
  }
}

/** An authenticator app of a player's, written down as the handlers do. */
async function addTotp({ app }: House, player: Player, isConfirmed: boolean): Promise<string> {
  const id = app.random.uuid()
  const totp = { id, name: 'Phone', secret: 'JBSWY3DPEHPK3PXP', atMs: app.clock.nowMs(), isConfirmed }
  await transaction(app.db, app.random, (tx) =>
    insertTotp(tx, { kind: 'player', id: player.id }, { ...totp, pepper: app.config.pepper }),
  )
  return id
}

type Making = {
  readonly operators: Stage['operators']
  readonly of: Player
  /** About one setting only one proposal can be open, and a game can be stopped once. */
  readonly about: { readonly name: 'deposit_min' | 'withdrawal_min'; readonly game: 'ssc_5m' | 'ssc_10m' }
}

async function houseThings(house: DrawHouse, { operators, of, about }: Making): Promise<HouseThings> {
  const { finance, admin, risk } = operators
  const reason = 'so that there is one'
  const { usdt } = await of.call(depositOptions, {})
  const { proposalId } = await finance.call(proposeSetting, { name: about.name, value: '12.00', reason })
  const { id: stop } = await risk.call(stopGame, { game: about.game, why: 'incident', reason })
  const until = house.clock.nowMs() + 3_600_000
  const texts = { 'zh-CN': '维护', en: 'Maintenance' }
  const { id: announcement } = await admin.call(writeAnnouncement, { texts, until }, randomUUID())
  const draft = randomUUID()
  await admin.call(saveDraft, { id: draft, texts, from: null, until: null, version: 0 }, randomUUID())
  const { code: invitation } = await admin.call(createInvitation, { uses: 5, expiresAt: null }, randomUUID())
  const { id: view } = await risk.call(saveView, { list: 'players', name: about.name, query: '' }, randomUUID())
  const applicant = await house.player()
  const { id: certification } = await applicant.call(applyForCertification, await application(applicant), randomUUID())
  const captcha = await of.captcha('recover')
  const { requestId } = await of.call(askRecovery, { account: of.account, captcha })
  return {
    address: usdt[0]!.receivingId,
    card: (await publishAndGiveCard(house, of)).id,
    proposal: proposalId,
    stop,
    announcement,
    draft,
    invitation,
    view,
    shiftNote: await shiftNoteOf(house, risk),
    signalCase: await signalAbout(house, { playerIds: [of.id] }),
    operator: await colleagueId(house),
    certification,
    recovery: requestId,
    draw: (await periodNow(of, 'k3_10m')).drawId,
  }
}

/** The newest note of a shift; writing one tells no id, because nobody needs it. */
async function shiftNoteOf({ app }: House, operator: Visitor): Promise<string> {
  await operator.call(writeShiftNote, { text: 'the bank is closed tomorrow' }, randomUUID())
  const { id } = await app.db.query
    .selectFrom('shift_note')
    .select('id')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function colleagueId(house: House): Promise<string> {
  await house.colleague('support')
  const { id } = await house.app.db.query
    .selectFrom('operator')
    .select('id')
    .where('account', 'like', 'support-%')
    .orderBy('created_at', 'desc')
    .orderBy('account')
    .executeTakeFirstOrThrow()
  return id
}

/** Ids of the same form that name nothing. */
function unknownLike(things: Things): Things {
  const named = Object.entries(things).map(([kind, id], at) => {
    if (kind === 'draw') return [kind, id.replace(/\d{4}$/, '9999')]
    if (kind === 'invitation') return [kind, id.replaceAll(/[0-9A-Za-z]/g, '9')]
    if (kind === 'bet') return [kind, id.replace(/\d+$/, '999999')]
    return [kind, `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`]
  })
  return Object.fromEntries(named) as Things
}
