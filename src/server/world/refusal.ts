import type { Facts, RefusalCode } from '#contract/refusals'

/** Ends a request with a code from the catalogue of refusals; its transaction is rolled back. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: Facts

  constructor(code: RefusalCode, facts: Facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}
