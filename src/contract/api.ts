import { me, register, signIn, signOut } from './accounts.ts'
import type { Endpoint } from './endpoint.ts'
import { listGames } from './games.ts'
import { operatorMe, signInOperator, signOutOperator } from './ops.ts'

/** Every call of the player app, by name. */
export const playerApi = {
  'accounts.register': register,
  'accounts.sign-in': signIn,
  'accounts.sign-out': signOut,
  'accounts.me': me,
  'games.list': listGames,
} satisfies Record<string, Endpoint>

/** Every call of the operators' console, by name. It is served at an address of its own. */
export const consoleApi = {
  'ops.sign-in': signInOperator,
  'ops.sign-out': signOutOperator,
  'ops.me': operatorMe,
} satisfies Record<string, Endpoint>

export const api = { ...playerApi, ...consoleApi }
