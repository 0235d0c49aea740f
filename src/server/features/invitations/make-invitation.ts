import assert from 'node:assert/strict'
import { codeLength, invitationCode, playerCodeUses } from '#core/rules/invitation'
import type { Tx } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'

type Maker = { readonly playerId: string } | { readonly operatorId: string; uses: number; expiresAt: Date | null }

/** Two equal codes will not occur in the life of the product; three collisions in a row mean a broken `random`. */
const attempts = 3

/** Creates a code that nobody can guess: a player's own, or an operator's with a number of uses and an expiry. */
export async function makeInvitation(tx: Tx, maker: Maker, at: { random: Random; nowMs: number }): Promise<string> {
  const length = 'playerId' in maker ? codeLength.player : codeLength.operator
  const row =
    'playerId' in maker
      ? { player_id: maker.playerId, uses_left: playerCodeUses }
      : { made_by: maker.operatorId, uses_left: maker.uses, expires_at: maker.expiresAt }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const made = await tx
      .insertInto('invitation')
      .values({ ...row, code: invitationCode(at.random.bytes(length)), created_at: new Date(at.nowMs) })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .executeTakeFirst()
    if (made) return made.code
  }
  assert.fail('random codes do not repeat')
}
