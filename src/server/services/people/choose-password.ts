import { passwordProblem } from '#core/rules/password'
import type { RunningConfig } from '../../world/app.ts'
import { hashPassword, isPassword } from '../../world/secrets/passwords.ts'
import { Refusal } from '../../world/refusal.ts'

type Wanted = {
  readonly password: string
  /** Where the form asks for it, for whoever is refused. */
  readonly field?: 'password' | 'payment.password'
  /** The hash of the player's other password, which the new one must not equal. */
  readonly otherHash: string | null
  readonly config: RunningConfig
}

/** Hashes a new password, after checking that it is long enough, not common, and not the player's other password. */
export async function choosePassword({ otherHash, ...wanted }: Wanted): Promise<string> {
  refuseWeakPassword(wanted)
  const { password, field = 'password', config } = wanted
  if (otherHash && (await isPassword(password, otherHash, config))) throw new Refusal('passwords_same', { field })
  return hashPassword(password, config)
}

/** Refuses a password that is too short, too long or common. Costs nothing, so it comes before whatever counts tries. */
export function refuseWeakPassword({ password, field = 'password', config }: Omit<Wanted, 'otherHash'>): void {
  const problem = passwordProblem(password, config.passwordLengthMin)
  if (problem) throw new Refusal(problem, { field, min: String(config.passwordLengthMin) })
}
