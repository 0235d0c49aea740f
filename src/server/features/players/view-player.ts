import { viewPlayer } from '#contract/console/players'
import type { AccountStatus } from '#core/rules/account-status'
import type { CertificationStatus } from '#core/rules/certification'
import type { Tx } from '../../db/database.ts'
import { handle } from '../../http/handle.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { latestCertification } from '../certifications/latest-certification.ts'
import { recordAction } from '../operators/record-action.ts'

export const viewPlayerHandler = handle(viewPlayer, async (context) => {
  const { input, tx, refuse } = context
  const player = await tx
    .selectFrom('player')
    .leftJoin('player as inviter', 'inviter.id', 'player.invited_by')
    .select(['player.id', 'player.account', 'player.nickname', 'player.email', 'player.language'])
    .select(['player.status', 'player.created_at', 'inviter.account as invited_by'])
    .where('player.id', '=', input.id)
    .executeTakeFirst()
  if (!player) return refuse('player_unknown')
  await recordAction(context, 'players.view', { subject: `player:${player.id}` })
  const { status, created_at, invited_by, ...person } = player
  return {
    ...person,
    status: status as AccountStatus,
    balance: await balanceOf(tx, `player:${player.id}:available`),
    openSessions: await openSessions(tx, player.id),
    invitedBy: invited_by,
    certification: await certificationOf(tx, player.id),
    createdAt: created_at.getTime(),
  }
})

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
