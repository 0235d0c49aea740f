import type { Capability } from '#contract/console/capabilities'
import type { Found } from '#contract/console/people/search'
import type { RunningConfig } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'

/** What an operator typed, and what they may see. */
export type Search = {
  readonly tx: Tx
  readonly text: string
  readonly config: RunningConfig
  may(capability: Capability): boolean
}

/** Finds things of one kind; one more than is shown tells that there are more. */
export type Finder = (search: Search) => Promise<Found[]>

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The text as the id of a row; null where it is none. */
export function idIn(text: string): string | null {
  return uuid.test(text) ? text.toLowerCase() : null
}

/** A pattern for `like` that matches what begins with the text. */
export function beginningWith(text: string): string {
  return `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
