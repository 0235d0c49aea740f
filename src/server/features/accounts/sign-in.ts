import { signIn } from '#contract/accounts'
import { openSession } from '../../http/caller.ts'
import { type Before, handlePrepared } from '../../http/handle.ts'
import { isPassword } from '../../passwords.ts'

/** Unknown account and wrong password get the same answer after the same work. */
export const signInHandler = handlePrepared(
  signIn,
  findPlayer,
  async ({ prepared: player, tx, nowMs, random, from, keepToken }) => {
    const { token } = await openSession(tx, { playerId: player.id }, { nowMs, random, from })
    keepToken(token)
    return { account: player.account }
  },
)

async function findPlayer({ input, db, config, refuse }: Before<typeof signIn>) {
  const name = input.account.trim().toLowerCase()
  const player = await db.query
    .selectFrom('player')
    .select(['id', 'account', 'login_hash', 'status'])
    .where((eb) => eb(eb.fn('lower', [name.includes('@') ? 'email' : 'account']), '=', name))
    .executeTakeFirst()
  const matches = await isPassword(input.password, player?.login_hash ?? null, config.pepper)
  if (!player || !matches) return refuse('login_password_wrong')
  if (player.status === 'abnormal' || player.status === 'closed') return refuse('account_abnormal')
  return player
}
