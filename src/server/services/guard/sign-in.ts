import { networkOf } from '#core/rules/guessing'
import type { From } from '../calls/caller.ts'
import { isPassword } from '../../world/secrets/passwords.ts'
import { type Guard, type Subject, forgiveAttempts, returnAttempt, takeAttempt, weighAttempt } from './attempts.ts'
import { type DeviceOwner, isKnownDevice, nobody } from './devices.ts'

/** A log-in attempt: the app, the name that was given, and the account that the name belongs to. */
export type SignIn = {
  readonly app: 'player' | 'console'
  readonly name: string
  readonly ownerId: string | undefined
}

/** Refuses a log-in that has to wait; otherwise returns the buckets that count it and whether a captcha is due first. */
export async function weighSignIn(guard: Guard & { readonly from: From }, signIn: SignIn) {
  const subjects = await subjectsOf(guard, signIn)
  return { subjects, ...(await weighAttempt(guard, subjects)) }
}

/**
 * The buckets that count a log-in attempt. A known browser has a bucket of its own, so that neither guesses from all over the world
 * nor neighbours behind the same address keep the owner out. All other browsers share the buckets of the account, of the address and
 * of the whole site. The account's bucket is keyed by its owner, because account name and e-mail address lead to the same password.
 * An operator's account has a small bucket for each network and a large one for all, so that guesses from one network block only that
 * network.
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

/** Counts the attempt, then compares. A right password is not counted after all, nor is one that could not be compared. */
export async function tryPassword(
  guard: Guard,
  subjects: readonly Subject[],
  { password, stored }: { password: string; stored: string | null },
): Promise<boolean> {
  await takeAttempt(guard, subjects)
  try {
    const matches = await isPassword(password, stored, guard.config)
    if (matches) await forgiveAttempts(guard, subjects)
    return matches
  } catch (error) {
    await returnAttempt(guard, subjects)
    throw error
  }
}

/**
 * Compares the password of a logged-in user who is asked for it again. It has a count of its own: strangers at the log-in cannot use
 * it up, and the thief of a session cannot guess without end.
 */
export async function tryOwnPassword(
  guard: Guard,
  owner: { readonly kind: 'player' | 'operator'; readonly id: string },
  given: { password: string; stored: string },
): Promise<boolean> {
  const kind = owner.kind === 'player' ? 'device' : 'console-device'
  return tryPassword(guard, [{ kind, name: `${owner.id}:again` }], given)
}
