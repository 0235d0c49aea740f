import type { Fields } from './inputs.ts'

/** One call as its caller saw it. */
export type Told = {
  readonly number: number
  readonly who: string
  readonly call: string
  readonly input: Fields
  readonly key: string | null
  /** How often the caller had logged in before: what a session has ends with it. */
  readonly logins: number
  readonly sentMs: number
  /** When the first copy of the request arrived at a node; it may have been lost or held up for long before. */
  arrivedMs: number
  /** When the answer came that decided it. */
  answeredMs: number
  /** `ok`, the code of a refusal, or `unknown` where no answer ever came. */
  outcome: string
  answer: unknown
  /** True while exactly one copy of the request was sent, so that its answer says all. */
  isDecidedAtOnce: boolean
  /** How further copies of the same request were answered. */
  readonly copies: { readonly status: number; readonly body: unknown }[]
}

/** Everything that players and operators sent and were told, in order. */
export class History {
  readonly told: Told[] = []
  readonly problems: string[] = []

  begin(call: Pick<Told, 'who' | 'call' | 'input' | 'key' | 'logins' | 'sentMs'>): Told {
    const told: Told = {
      ...call,
      number: this.told.length,
      arrivedMs: Infinity,
      answeredMs: Infinity,
      outcome: 'unknown',
      answer: null,
      isDecidedAtOnce: true,
      copies: [],
    }
    this.told.push(told)
    return told
  }

  /** The checkers that found the problems, the first one first. */
  readonly foundBy = new Set<string>()

  fail(problem: string, checker = 'the run itself'): void {
    this.foundBy.add(checker)
    if (!this.problems.includes(problem)) this.problems.push(problem)
  }

  /** The accepted calls of a name. */
  accepted(call: string): Told[] {
    return this.told.filter((each) => each.call === call && each.outcome === 'ok')
  }
}
