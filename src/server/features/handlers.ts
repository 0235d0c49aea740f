import type { consoleApi, playerApi } from '#contract/api'
import type { HandlersFor } from '../http/handle.ts'
import { meHandler } from './accounts/me.ts'
import { registerHandler } from './accounts/register.ts'
import { signInHandler } from './accounts/sign-in.ts'
import { signOutHandler } from './accounts/sign-out.ts'
import { listGamesHandler } from './games/list-games.ts'
import { operatorMeHandler, signInOperatorHandler, signOutOperatorHandler } from './operators/sessions.ts'

/** Name of call to handler. A call without one does not compile. */
export const playerHandlers = {
  'accounts.register': registerHandler,
  'accounts.sign-in': signInHandler,
  'accounts.sign-out': signOutHandler,
  'accounts.me': meHandler,
  'games.list': listGamesHandler,
} satisfies HandlersFor<typeof playerApi>

export const consoleHandlers = {
  'ops.sign-in': signInOperatorHandler,
  'ops.sign-out': signOutOperatorHandler,
  'ops.me': operatorMeHandler,
} satisfies HandlersFor<typeof consoleApi>
