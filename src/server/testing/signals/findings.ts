import { type SignalRule, signalRules } from '#core/signals/rules'
import type { App } from '../../world/app.ts'
import { evaluateSignals } from '../../features/signals/evaluate.ts'
import type { AddressCountries } from '../../services/addresses/address-countries.ts'
import type { Planted } from './patterns.ts'

/** Lets the rules look until there is nothing new. */
export async function evaluateAll(app: App, addresses: AddressCountries | null): Promise<void> {
  while (await evaluateSignals(app, { addresses })) continue
}

export type Tally = {
  readonly rule: SignalRule
  readonly planted: number
  readonly found: number
  /** Signals about nobody who was planted for that rule. */
  readonly falseAlarms: number
}

/** Compares what the rules found with what was planted. */
export async function tally({ db }: Pick<App, 'db'>, planted: readonly Planted[]): Promise<Tally[]> {
  const rows = await db.query
    .selectFrom('signal')
    .innerJoin('signal_player', 'signal_player.signal_id', 'signal.id')
    .select(['signal.id', 'signal.rule', 'signal_player.player_id'])
    .execute()
  const signals = [...Map.groupBy(rows, ({ id }) => id).values()].map((each) => ({
    rule: each[0]!.rule as SignalRule,
    players: new Set(each.map(({ player_id }) => player_id)),
  }))
  return signalRules.map((rule) => {
    const [meant, made] = [planted.filter((each) => each.rule === rule), signals.filter((each) => each.rule === rule)]
    const finds = (players: ReadonlySet<string>, { playerIds }: Planted) => playerIds.every((id) => players.has(id))
    const isPlanted = new Set(meant.flatMap(({ playerIds }) => playerIds))
    return {
      rule,
      planted: meant.length,
      found: meant.filter((each) => made.some(({ players }) => finds(players, each))).length,
      falseAlarms: made.filter(({ players }) => [...players].every((id) => !isPlanted.has(id))).length,
    }
  })
}
