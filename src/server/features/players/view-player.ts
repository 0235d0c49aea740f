import { viewPlayer } from '#contract/console/players'
import type { AccountStatus } from '#core/rules/account-status'
import type { CertificationStatus } from '#core/rules/certification'
import type { Tx } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { movedSinceOpening } from '../../services/ledger/moved.ts'
import { latestCertification } from '../certifications/latest-certification.ts'
import { limitsOf } from '../deposit-limits/limits-of.ts'
import { exclusionOf } from '../exclusions/exclusions.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { playLimitsOf } from '../play-limits/play-limits.ts'
import { casesOf, exclusionsOf, flagsOf, invitedBy, notesOf, sessionsOf } from './player-file.ts'
import { standingLink } from './staff-links.ts'

export const viewPlayerHandler = handle(viewPlayer, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const player = await tx
    .selectFrom('player')
    .leftJoin('player as inviter', 'inviter.id', 'player.invited_by')
    .select(['player.id', 'player.account', 'player.nickname', 'player.email', 'player.phone', 'player.language'])
    .select(['player.status', 'player.created_at', 'inviter.id as inviter_id', 'inviter.account as inviter'])
    .where('player.id', '=', input.id)
    .executeTakeFirst()
  if (!player) return refuse('player_unknown')
  await recordAction(context, 'players.view', { subject: `player:${player.id}` })
  const { status, created_at, inviter_id, inviter, ...person } = player
  const moved = await movedSinceOpening(tx, player.id)
  const notes = await notesOf(tx, input)
  return {
    ...person,
    status: status as AccountStatus,
    staffLink: await standingLink(tx, player.id),
    balance: await balanceOf(tx, `player:${player.id}:available`),
    held: await balanceOf(tx, `player:${player.id}:held`),
    repeatOrders: await balanceOf(tx, `player:${player.id}:repeat_order`),
    ...moved,
    openSessions: await openSessions(tx, player.id),
    sessions: await sessionsOf(tx, player.id),
    limits: await limitsInForce(tx, player.id, nowMs),
    playLimits: await playLimitsInForce(tx, player.id, nowMs),
    exclusion: await exclusionOf(tx, player.id, nowMs),
    exclusions: await exclusionsOf(tx, player.id),
    flags: await flagsOf(tx, player.id, moved),
    cases: await casesOf(tx, player.id),
    invited: await invitedBy(tx, player.id),
    invitedBy: inviter_id && inviter ? { id: inviter_id, account: inviter } : null,
    notes: notes.items,
    notesNext: notes.next,
    certification: await certificationOf(tx, player.id),
    createdAt: created_at.getTime(),
  }
})

async function limitsInForce(tx: Tx, playerId: string, nowMs: number) {
  const limits = await limitsOf(tx, playerId, nowMs)
  return limits.flatMap(({ span, amount, paidIn }) => (amount === null ? [] : [{ span, amount, paidIn }]))
}

async function playLimitsInForce(tx: Tx, playerId: string, nowMs: number) {
  const limits = await playLimitsOf(tx, playerId, nowMs)
  return limits.flatMap(({ kind, span, amount, used }) => (amount === null ? [] : [{ kind, span, amount, used }]))
}

async function openSessions(tx: Tx, playerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function certificationOf(tx: Tx, playerId: string) {
  const latest = await latestCertification(tx, playerId)
  if (!latest) return null
  return {
    status: latest.status as CertificationStatus,
    legalName: latest.legal_name,
    bornOn: latest.born_on,
    country: latest.country,
    createdAt: latest.created_at.getTime(),
  }
}
