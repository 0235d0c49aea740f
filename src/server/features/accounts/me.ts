import { me } from '#contract/accounts'
import { handle } from '../../http/handle.ts'
import { balanceOf } from '../../ledger/balances.ts'

export const meHandler = handle(me, async ({ caller, tx }) => {
  const player = await tx
    .selectFrom('player')
    .select(['id', 'account', 'nickname', 'email', 'created_at'])
    .where('id', '=', caller.playerId)
    .executeTakeFirstOrThrow()
  return {
    id: player.id,
    sessionId: caller.sessionId,
    account: player.account,
    nickname: player.nickname,
    email: player.email,
    balance: await balanceOf(tx, `player:${player.id}:available`),
    createdAt: player.created_at.getTime(),
  }
})
