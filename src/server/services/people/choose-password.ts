import { passwordProblem } from '#core/rules/password'
import type { RunningConfig } from '../../world/app.ts'
import { hashPassword, isPassword } from '../../world/secrets/passwords.ts'
import { Refusal } from '../../world/refusal.ts'

type Wanted = {
  readonly password: string
  /** The hash of the player's other password, which the new one must not equal. */
  readonly otherHash: string | null
  readonly config: RunningConfig
}

/** Hashes a new password, after checking that it is long enough, not common, and not the player's other password. */
export async function choosePassword({ password, otherHash, config }: Wanted): Promise<string> {
  const problem = passwordProblem(password, config.passwordLengthMin)
  if (problem) throw new Refusal(problem, { field: 'password', min: String(config.passwordLengthMin) })
  if (otherHash && (await isPassword(password, otherHash, config)))
    throw new Refusal('passwords_same', { field: 'password' })
  return hashPassword(password, config)
}
