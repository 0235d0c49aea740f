import type { App } from '#server/world/app'
import { askTogether } from '#server/db/together'
import type { Report } from '../figure.ts'
import { insertAlone, openFloor } from '../measuring/floor.ts'
import { inTurns, usual } from '../measuring/in-turns.ts'
import { latencies, perSecond } from '../plain.ts'

const rounds = 5
const pace = 10_000

type Betting = { readonly app: App; readonly seconds: number; place(at: number): Promise<void> }

/** How long a bet takes at a pace, beside a durable insert of one row at the same pace by the same process. */
export async function atPace({ app, seconds, place }: Betting, { figure, progress }: Report): Promise<void> {
  const at = (rate: number, work: (at: number) => Promise<unknown>) => () => latencies({ rate, seconds }, work)
  const nothing = askTogether(async (asked: readonly number[]) => {
    await app.db.bettingPool.query('select 1')
    return asked
  })
  const seen = await inTurns(
    {
      'bets at 10,000/s': at(pace, place),
      'durable rows at 10,000/s': at(pace, openFloor(app.db.bettingPool)),
      'what asks for nothing at 10,000/s': at(pace, nothing),
    },
    { rounds, progress },
  )
  const bets = usual(seen['bets at 10,000/s'])
  const floor = usual(seen['durable rows at 10,000/s'])
  const empty = usual(seen['what asks for nothing at 10,000/s'])
  for (const part of ['p50', 'p99'] as const) {
    const against = { name: 'a durable row', value: floor[part] }
    figure({ name: `${part} at 10,000 bets/s`, value: bets[part], unit: 'ms', against, goal: { most: 1.5 } })
    figure({ name: `${part} at 10,000/s of what asks for nothing`, value: empty[part], unit: 'ms', against })
  }
  const alone = insertAlone(app.db.pool)
  progress('durable rows, one a transaction')
  const top = await perSecond({ clients: 32, seconds }, alone)
  figure({ name: 'durable rows, one a transaction', value: top, unit: '1/s' })
  const slow = Math.min(pace, Math.floor(top / 2))
  const calm = await inTurns(
    { [`bets at ${slow}/s`]: at(slow, place), [`rows at ${slow}/s, one a transaction`]: at(slow, alone) },
    { rounds: 3, progress },
  )
  const [bet, row] = Object.values(calm).map(usual)
  for (const part of ['p50', 'p99'] as const)
    figure({
      name: `${part} at half of what is committed one by one, ${slow} bets/s`,
      value: bet![part],
      unit: 'ms',
      against: { name: 'a row in a transaction of its own', value: row![part] },
    })
}
