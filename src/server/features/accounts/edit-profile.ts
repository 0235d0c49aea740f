import { editProfile } from '#contract/people/profile'
import { handle } from '../../http/handle.ts'

export const editProfileHandler = handle(editProfile, async ({ input, caller, tx }) => {
  if (Object.keys(input).length > 0)
    await tx.updateTable('player').set(input).where('id', '=', caller.playerId).execute()
  return {}
})
