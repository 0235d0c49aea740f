/** Something the person at the terminal can mend; its words are all that is printed. */
export class Problem extends Error {}

/** One command of `clearball`. */
export type Command = {
  /** What it takes, as the help shows it. */
  readonly usage: string
  /** One line of help. */
  readonly summary: string
  /** Whether it reads the environment file itself, because it makes it. */
  readonly makesEnvFile?: true
  /**
   * Returns the exit code: 0 done or in order, 1 something is wrong, 2 it was called in the wrong way. `envFile` is the file that
   * `--env` names; what it sets is in the environment already.
   */
  run(args: string[], given: { readonly envFile: string | null }): Promise<number>
}
