import { randomUUID } from 'node:crypto'
import { Refused } from '#contract/client'
import { effectsOf } from './judge.ts'
import type { Change, Watch } from './watch-changes.ts'

/** Something that goes through states: how to bring one into each of them, what can be tried, and what each state allows. */
export type Machine<Thing, State extends string = string, Step extends string = string> = {
  /** Brings a new one into this state. */
  readonly states: Readonly<Record<State, () => Promise<Thing>>>
  /** Tries a step over HTTP under an idempotency key; throws where it is refused. */
  readonly steps: Readonly<Record<Step, (thing: Thing, key: string) => Promise<unknown>>>
  /** Every step that is not listed for a state must be refused without an effect. */
  readonly legal: Readonly<Record<State, readonly Step[]>>
  /** Steps that may be taken again at once, such as taking what one has already: both are done. */
  readonly repeatable?: readonly Step[]
}

type Row = { readonly state: string; readonly step: string; readonly isLegal: boolean }

/** Every step in every state. */
export function rowsOf<Thing>({ states, steps, legal }: Machine<Thing>): Row[] {
  return Object.keys(states).flatMap((state) =>
    Object.keys(steps).map((step) => ({ state, step, isLegal: legal[state]!.includes(step) })),
  )
}

type Tried = { readonly refusal: string | null; readonly effects: Change[] }

/** Tries one step in one state. */
export async function tryStep<Thing>(machine: Machine<Thing>, watch: Watch, { state, step }: Row): Promise<Tried> {
  const thing = await machine.states[state]!()
  await watch.since()
  const refusal = await refusalOf(machine.steps[step]!(thing, randomUUID()))
  return { refusal, effects: effectsOf(await watch.since()) }
}

/** Tries one step twice at once, as two taps do: under one key, where the call takes one. Returns how often it was done. */
export async function tryTwice<Thing>({ states, steps }: Machine<Thing>, { state, step }: Row): Promise<number> {
  const thing = await states[state]!()
  const key = randomUUID()
  const tries = await Promise.all([steps[step]!(thing, key), steps[step]!(thing, key)].map(refusalOf))
  return tries.filter((refusal) => refusal === null).length
}

async function refusalOf(trying: Promise<unknown>): Promise<string | null> {
  try {
    await trying
    return null
  } catch (error) {
    if (error instanceof Refused && error.code !== 'fault') return error.code
    throw error
  }
}
