import { networkOf } from '#core/rules/guessing'
import type { From } from '../calls/caller.ts'
import { isPassword } from '../../world/secrets/passwords.ts'
import { type Guard, type Subject, forgiveAttempts, returnAttempt, takeAttempt, weighAttempt } from './attempts.ts'
import { type DeviceOwner, isKnownDevice } from './devices.ts'

/** Nobody's id, so that an unknown name is looked up like any other. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** A log-in about to be tried: to which app, under which name, and whose that name is. */
export type SignIn = {
  readonly app: 'player' | 'console'
  readonly name: string
  readonly ownerId: string | undefined
}

/** Refuses a log-in that has to wait; otherwise says where it counts and whether a captcha is due first. */
export async function weighSignIn(guard: Guard & { readonly from: From }, signIn: SignIn) {
  const subjects = await subjectsOf(guard, signIn)
  return { subjects, ...(await weighAttempt(guard, subjects)) }
}

/**
 * A known browser has a bucket to itself, so that neither guesses from all over the world nor the neighbours behind the
 * same address keep the owner out. Everybody else shares the account's, the address's and the world's. The account's
 * bucket goes by its owner: account and e-mail address are two names for one thing to guess. An operator's account has a small
 * bucket for each network and a large one for all, so that a guesser in one place holds up nobody but themselves.
 */
async function subjectsOf(guard: Guard & { readonly from: From }, signIn: SignIn): Promise<Subject[]> {
  const { device, address } = guard.from
  const isPlayer = signIn.app === 'player'
  const id = signIn.ownerId ?? nobody
  const owner: DeviceOwner = isPlayer ? { playerId: id } : { operatorId: id }
  if (await isKnownDevice(guard.db.query, device, owner)) {
    return [{ kind: isPlayer ? 'device' : 'console-device', name: `${id}:${device}` }]
  }
  const account = signIn.ownerId ?? `name:${signIn.name}`
  const network = networkOf(address)
  const guessed: Subject[] = isPlayer
    ? [{ kind: 'login', name: account }]
    : [
        { kind: 'console', name: `${account}:${network}` },
        { kind: 'console-account', name: account },
      ]
  return [...guessed, { kind: 'address', name: network }, { kind: 'everybody', name: '' }]
}

/** Takes the try, then compares. A right password gives the try back; one that could not be compared did not count. */
export async function tryPassword(
  guard: Guard,
  subjects: readonly Subject[],
  { password, stored }: { password: string; stored: string | null },
): Promise<boolean> {
  await takeAttempt(guard, subjects)
  try {
    const matches = await isPassword(password, stored, guard.config.pepper)
    if (matches) await forgiveAttempts(guard, subjects)
    return matches
  } catch (error) {
    await returnAttempt(guard, subjects)
    throw error
  }
}

/**
 * Compares the password of somebody who is logged in and asked for it again. Counted by itself: strangers at the front
 * door do not use it up, and whoever stole a session does not guess on without end.
 */
export async function tryOwnPassword(
  guard: Guard,
  owner: { readonly kind: 'player' | 'operator'; readonly id: string },
  given: { password: string; stored: string },
): Promise<boolean> {
  const kind = owner.kind === 'player' ? 'device' : 'console-device'
  return tryPassword(guard, [{ kind, name: `${owner.id}:again` }], given)
}
