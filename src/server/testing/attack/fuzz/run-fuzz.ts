import fc from 'fast-check'
import { consoleApi } from '#contract/api'
import { locales } from '#contract/locales'
import { refusals as everyRefusal } from '#contract/refusals'
import { me } from '#contract/people/me'
import { type OperatorRole, operatorMe, operatorRoles } from '#contract/ops'
import { type Visitor, openVisitor } from '../../person.ts'
import { effectsOf, effectsOfRead, flawOf } from '../judge.ts'
import { firstRoleWith } from '../people.ts'
import { type Sent, send } from '../send-call.ts'
import type { Stage } from '../stage.ts'
import type { Watch } from '../watch-changes.ts'
import { type Case, type Reason, casesOf, oneOfEach } from './cases.ts'
import { type Described, describedCalls } from './described.ts'

/** Something that must never happen, with what is needed to see it again. */
export type Finding = {
  readonly call: string
  readonly caller: string
  readonly how: string
  readonly what: string
  readonly sent: Sent
}

export type Run = {
  requests: number
  refused: number
  /** How many had to be refused, by the reason; one that is accepted is a finding. */
  readonly hadTo: Map<Reason, number>
  readonly findings: Finding[]
}

type Options = { readonly seed: number; readonly perCall: number; onCall?(name: string): void }

/** Sends spoilt requests to every call that the server describes; the same seed sends the same ones. */
export async function fuzz(stage: Stage, watch: Watch, { seed, perCall, onCall }: Options): Promise<Run> {
  const run: Run = { requests: 0, refused: 0, hadTo: new Map(), findings: [] }
  const callers = openCallers(stage)
  for (const [at, call] of (await describedCalls(stage.house)).entries()) {
    onCall?.(call.name)
    const cases = casesOf(call, stage, seed + at)
    const draw = fc.tuple(
      fc.constantFrom(...cases),
      fc.nat(9),
      fc.constantFrom(...callers.names),
      fc.constantFrom(...locales),
    )
    // Drawn without the bias to small values, which would prefer the first cases.
    const draws = fc.sample(fc.noBias(draw), { seed: seed + at, numRuns: Math.min(perCall, cases.length) })
    const locale = locales[at % locales.length]!
    const sure = oneOfEach(cases, seed + at).map((each) => [each, 0, '', locale] as const)
    for (const [each, share, other, language] of [...draws, ...sure]) {
      // Three of ten come from somebody else, who may be let in or not.
      const caller = share < 7 ? usualCaller(call) : other
      const visitor = await callers.get(caller, call)
      if (await tryCase({ run, watch, call }, each, { visitor, caller, locale: language })) callers.doubt(caller)
    }
  }
  return run
}

type Trying = { readonly run: Run; readonly watch: Watch; readonly call: Described }
type By = { readonly visitor: Visitor; readonly caller: string; readonly locale: string }

/** Returns whether the caller may be logged out now. */
async function tryCase({ run, watch, call }: Trying, { how, make, whyNot }: Case, by: By): Promise<boolean> {
  const made = make()
  const sent = { ...made, headers: { 'accept-language': by.locale, ...made.headers } }
  const note = (what: string) => void run.findings.push({ call: call.name, caller: by.caller, how: how(), what, sent })
  run.requests++
  const why = whyNot()
  if (why) run.hadTo.set(why, (run.hadTo.get(why) ?? 0) + 1)
  // What replaced a caller is no part of the case.
  await watch.since()
  const answer = await send(by.visitor, sent).catch((error: unknown) => String(error))
  const changes = await watch.since()
  if (typeof answer === 'string') {
    note(`is not answered: ${answer}`)
    return true
  }
  // The HTTP parser itself refuses an address that is longer than all headers may be; nothing of ours has seen it.
  const isUnread = answer.status === 431 && sent.path.length > 8_000
  if (why && answer.status < 400) note(`is accepted, and must be refused: ${why}`)
  if (answer.status >= 400 && !isUnread) {
    run.refused++
    const flaw = flawOf(answer, { refusals: refusalsAt(call, sent), language: sent.headers['accept-language'] })
    if (flaw) note(flaw)
    const effects = effectsOf(changes, answer.code)
    if (effects.length > 0) note(`is refused with ${answer.code} and yet changes ${JSON.stringify(effects)}`)
  } else if (call.method === 'GET') {
    const effects = effectsOfRead(changes)
    if (effects.length > 0) note(`only reads and yet changes ${JSON.stringify(effects)}`)
  }
  return answer.status === 401 || (answer.status < 400 && call.method !== 'GET')
}

/**
 * What a request may be refused with. A spoilt address may be that of another call or of none, and one with a longer part than any id
 * leads nowhere.
 */
function refusalsAt({ path, refusals }: Described, sent: Sent): ReadonlyMap<string, number> {
  const route = new RegExp(`^/api/v1${path.replace(/:\w+/g, '[^/]+')}$`)
  if (!route.test(sent.path.split('?')[0]!))
    return new Map(Object.entries(everyRefusal).map(([code, { status }]) => [code, status]))
  return path.includes(':') ? new Map([...refusals, ['path_unknown', 404]]) : refusals
}

const isConsole = ({ name }: Described): boolean => name in consoleApi

/** Somebody whom the call lets in. */
function usualCaller(call: Described): string {
  if (!isConsole(call)) return 'player'
  return firstRoleWith(call.capability)
}

/** A visitor, a player, and an operator of each role; whoever was logged out or shut out by a call is replaced by another. */
function openCallers({ house, owner, operators }: Stage) {
  let player: Visitor = owner
  const people: Record<OperatorRole, Visitor> = { ...operators }
  const isIn = async (visitor: Visitor, call: typeof me | typeof operatorMe) =>
    visitor.call(call, {}).then(
      () => true,
      () => false,
    )
  const names: readonly string[] = ['visitor', 'player', ...operatorRoles]
  const doubted = new Set<string>()
  return {
    names,
    doubt: (name: string) => void doubted.add(name),
    get: async (name: string, call: Described): Promise<Visitor> => {
      const url = isConsole(call) ? house.consoleUrl : house.playerUrl
      if (name === 'visitor') return openVisitor(url)
      if (name === 'player') {
        if (doubted.delete(name) && !(await isIn(player, me)))
          player = await house.player({ certified: true, balance: '1000.00' })
        return atAddress(player, url)
      }
      const role = name as OperatorRole
      if (doubted.delete(name) && !(await isIn(people[role], operatorMe))) people[role] = await house.colleague(role)
      return atAddress(people[role], url)
    },
  }
}

/** The same person at the address of an app: their cookies go there, whichever app set them. */
function atAddress(visitor: Visitor, url: string): Visitor {
  const there = openVisitor(url)
  for (const [name, value] of visitor.cookies) there.cookies.set(name, value)
  return {
    ...there,
    fetch: async (path, init) => {
      const answer = await there.fetch(path, init)
      for (const [name, value] of there.cookies) visitor.cookies.set(name, value)
      return answer
    },
  }
}
