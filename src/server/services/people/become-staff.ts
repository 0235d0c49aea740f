import type { Tx } from '../../world/members/database.ts'
import { lockPlayer } from './find-player.ts'

/**
 * Makes a normal account `staff` that is linked to staff and certified. Nobody bets without a certification, so the status of others may
 * wait; by theirs anybody who registers with somebody else's address could learn that an operator has it.
 */
export async function becomeStaff(tx: Tx, playerId: string): Promise<void> {
  // Locked before link and certification are read: both may come at the same moment.
  await lockPlayer(tx, playerId)
  await tx
    .updateTable('player')
    .set({ status: 'staff' })
    .where('player.id', '=', playerId)
    .where('player.status', '=', 'normal')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('staff_link as link')
          .select('link.id')
          .whereRef('link.player_id', '=', 'player.id')
          .where('link.lifted_at', 'is', null),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('certification as own')
          .select('own.id')
          .whereRef('own.player_id', '=', 'player.id')
          .where('own.status', '=', 'passed'),
      ),
    )
    .execute()
}
