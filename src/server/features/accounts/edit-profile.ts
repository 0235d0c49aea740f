import { editProfile } from '#contract/people/profile'
import { handle } from '../../services/calls/handle.ts'
import { changeAvatar } from './change-avatar.ts'

export const editProfileHandler = handle(editProfile, async ({ input, caller, tx, nowMs, refuse }) => {
  const { avatarId, ...profile } = input
  if (avatarId !== undefined && !(await changeAvatar(tx, { playerId: caller.playerId, avatarId, nowMs })))
    refuse('picture_unknown', { field: 'avatarId' })
  if (Object.keys(profile).length > 0)
    await tx.updateTable('player').set(profile).where('id', '=', caller.playerId).execute()
  return {}
})
