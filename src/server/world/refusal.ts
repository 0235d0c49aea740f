import type { Facts, RefusalCode } from '#contract/refusals'

/** Ends a request with a reason from the catalogue; what the transaction did is undone. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: Facts

  constructor(code: RefusalCode, facts: Facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}
