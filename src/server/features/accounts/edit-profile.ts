import { editProfile } from '#contract/people/profile'
import { handle } from '../../services/calls/handle.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { changeAvatar } from './change-avatar.ts'
import { barredBy } from './change-contact.ts'

export const editProfileHandler = handle(editProfile, async ({ input, caller, tx, nowMs, refuse }) => {
  const { avatarId, ...profile } = input
  // Whoever may log in may read in their own language.
  if (Object.keys(input).some((field) => field !== 'language')) {
    // Locked: an account that is being frozen keeps what it shows.
    const barred = barredBy(await lockPlayer(tx, caller.playerId))
    if (barred) refuse(barred)
  }
  if (avatarId !== undefined && !(await changeAvatar(tx, { playerId: caller.playerId, avatarId, nowMs })))
    refuse('picture_unknown', { field: 'avatarId' })
  if (Object.keys(profile).length > 0)
    await tx.updateTable('player').set(profile).where('id', '=', caller.playerId).execute()
  return {}
})
